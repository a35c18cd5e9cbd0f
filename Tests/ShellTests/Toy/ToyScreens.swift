import Services
import Core
import Observation

/// A list with an action that takes text, one that is disabled, one that fails and one that asks.
@Observable final class PlanetsScreen: Screen {
  private var filter = ""
  private var notice: Notice?
  private let status: ContentStatus
  private let onPlanet: (String) -> Void
  private let onCount: () async -> Void

  init(
    status: ContentStatus, notice: Notice?, onPlanet: @escaping (String) -> Void,
    onCount: @escaping () async -> Void
  ) {
    self.status = status
    self.onPlanet = onPlanet
    self.onCount = onCount
    self.notice = notice
  }

  var content: ScreenContent {
    let rows = PlanetsCoordinator.planets.filter { filter.isEmpty || $0.contains(filter) }
    return ScreenContent(
      title: "Planets", status: status, notice: notice,
      sections: [ContentSection("planets", .rows(rows.map { Row(Row.ID($0), title: $0) }))],
      actions: [
        Action("find", title: "Find…", input: Field("text", label: "Text", kind: .text)),
        Action("count", title: "Count them"),
        Action("explode", title: "Explode", role: .destructive),
        Action("expand", title: "Expand", disabledReason: "Nothing expands today."),
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    notice = nil
    switch (action, input) {
    case (.select, .row(let row)): onPlanet(row.rawValue)
    case ("find", .value(.text(let text))): filter = text
    case ("count", _): await onCount()
    case ("explode", _): notice = Notice("It did not explode.", tone: .problem)
    default: break
    }
  }
}

/// One planet.
final class PlanetScreen: Screen {
  let content: ScreenContent
  private let onEdit: () -> Void

  init(
    name: String, note: String?, status: ContentStatus, notice: Notice?,
    onEdit: @escaping () -> Void
  ) {
    content =
      status != .idle || notice != nil
      ? ScreenContent(
        title: name, status: status, notice: notice,
        sections: [ContentSection("moons", .rows([]))])
      : ScreenContent(
        title: name, subtitle: note,
        actions: [Action("edit", title: "Edit the note"), Action("back", title: "Look back")])
    self.onEdit = onEdit
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    if action == "edit" { onEdit() }
  }
}

/// A form that is locked once it has input.
@Observable final class NoteScreen: Screen {
  private let planet: String
  private var note: String?
  private var stars: Int?
  private var problem: String?
  private var isChanged = false
  private let onFill: (() -> Void)?
  private let onSave: (String) -> Void

  init(
    planet: String, note: String?, onFill: (() -> Void)?, onSave: @escaping (String) -> Void
  ) {
    self.planet = planet
    self.note = note
    self.onFill = onFill
    self.onSave = onSave
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Note",
      sections: [
        ContentSection(
          "fields",
          .fields([
            Field(
              "note", label: "My note", kind: .longText, value: note.map(FieldValue.text),
              problem: problem),
            Field(
              "stars", label: "Stars", kind: .number(1...5), value: stars.map(FieldValue.number)),
          ]))
      ],
      actions: [Action("save", title: "Save", role: .primary)])
  }

  var lock: Lock? {
    isChanged
      ? Lock(title: "Discard it?", message: "The note is lost.", discard: "Yes", keep: "No") : nil
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field("note", let value)):
      onFill?()
      if case .text(let text) = value { note = text } else { note = nil }
      isChanged = true
      problem = nil
    case (.fill, .field("stars", let value)):
      if case .number(let number) = value { stars = number } else { stars = nil }
      isChanged = true
    case ("save", _):
      if let note { onSave(note) } else { problem = "Write something." }
    default: break
    }
  }
}

/// A secret field, one with many options, and an action that takes a secret.
@Observable final class AccountScreen: Screen {
  private let services: ToyServices
  private static let languages = (1...60).map {
    Field.Option(Field.Option.ID("l\($0)"), title: "Language \($0)")
  }

  private var isFilled = false
  private var language: Field.Option.ID?
  private var notice: Notice?

  init(services: ToyServices) {
    self.services = services
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Account", notice: notice,
      sections: [
        ContentSection(
          "fields",
          .fields([
            Field(
              "password", label: services.passwordLabel,
              kind: services.isPasswordNew ? .newPassword : .secure,
              value: isFilled ? .filled : nil),
            Field(
              "language", label: "Language", kind: .choice(Self.languages),
              value: language.map(FieldValue.choice)),
          ]))
      ],
      actions: [
        Action(
          "unlock", title: "Unlock", input: Field("secret", label: "Secret", kind: .secure)),
        Action("wait", title: "Wait for ever"),
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    notice = nil
    switch (action, input) {
    case (.fill, .field("password", let value)):
      services.onPassword?()
      if case .secret(let secret) = value { services.password = secret.reveal() }
      isFilled = value != nil
    case (.fill, .field("language", let value)):
      if case .choice(let id) = value { language = id } else { language = nil }
    case ("unlock", .value(.secret(let secret))):
      services.onUnlock?()
      let isRight = secret.reveal() == services.password
      notice = isRight ? Notice("Unlocked.") : Notice("That is not it.", tone: .problem)
    case ("wait", _):
      // The clock is fixed, so this ends only when it is cancelled.
      try? await services.context.clock.sleep(for: .seconds(1))
    default: break
    }
  }
}
