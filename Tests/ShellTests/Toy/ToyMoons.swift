import Core
import Observation
import Services

/// A list of which several rows can be chosen, an action whose input has a value, and a primary one that
/// takes any text.
@Observable final class MoonsScreen: Screen {
  private var chosen: Set<Row.ID> = []
  private var isBySize = true
  private var seen: String?
  private var notice: Notice?
  private let onChoose: (() -> Void)?
  private let onGoal: () -> Void

  init(onChoose: (() -> Void)?, onGoal: @escaping () -> Void) {
    self.onChoose = onChoose
    self.onGoal = onGoal
  }

  var content: ScreenContent {
    let order = Field(
      "order", label: "Order",
      kind: .choice([
        Field.Option("name", title: "By name"), Field.Option("size", title: "By size"),
      ]), value: .choice(isBySize ? "size" : "name"))
    return ScreenContent(
      title: "Moons", subtitle: seen ?? (isBySize ? "Ordered by size." : "Ordered by name."),
      notice: notice,
      sections: [
        ContentSection(
          "moons",
          .rows(
            ["Io", "Europa", "Titan"].map {
              Row(Row.ID($0), title: $0, isSelected: chosen.contains(Row.ID($0)))
            }))
      ],
      actions: [
        Action("order", title: "Order", input: order), Action("goal", title: "Set a goal"),
        Action("rate", title: "Rate", input: Self.stars),
        Action("seen", title: "Seen on", input: Field("day", label: "Day", kind: .date)),
        Action(
          "search", title: "Search", role: .primary,
          input: Field("words", label: "Words", kind: .text)),
      ])
  }

  private static let stars = Field(
    "stars", label: "Stars",
    kind: .choice(
      [Field.Option("none", title: "No stars")]
        + (1...3).map {
          Field.Option(Identifier("\($0)"), title: String(repeating: "★", count: $0))
        }))

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)):
      if let onChoose {
        onChoose()
        notice = Notice("Chosen.")
      }
      chosen.formSymmetricDifference([row])
    case ("order", .value(let value)): isBySize = value == .choice("size")
    case ("goal", _): onGoal()
    case ("seen", .value(.date(let day))): seen = "Seen on \(day)."
    case ("search", .value(.text(let words))): seen = "Nothing for \(words)."
    default: break
    }
  }
}

/// A form with one field.
@Observable final class GoalScreen: Screen {
  private var count: FieldValue?

  var content: ScreenContent {
    ScreenContent(
      title: "Goal",
      sections: [
        ContentSection(
          "form",
          .fields([
            Field("count", label: "Moons a year", kind: .number(1...99), value: count)
          ]))
      ],
      actions: [Action("save", title: "Save", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    if case .field(_, let value) = input { count = value }
  }
}
