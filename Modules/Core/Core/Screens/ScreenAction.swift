/// An action of a screen beside what it does.
///
/// ```swift
/// var actions: [ScreenAction] {
///   [ScreenAction("add", title: "Plan a trip", role: .primary, perform: onAdd)]
/// }
/// ```
///
/// One with an input is given what was typed:
///
/// ```swift
/// ScreenAction("rate", title: "Rate", input: stars) { [viewModel] in
///   viewModel.stars = $0.number
/// },
/// ```
///
/// `ScreenContent(actions: actions.map(\.action))` shows them; the session performs only those that
/// are shown and not disabled. List them in a computed property: a stored list would keep the screen
/// alive through its closures.
public struct ScreenAction {
  /// What a host shows.
  public let action: Action
  /// What it does, with the input that it asked for.
  let perform: (FieldValue?) async -> Void

  /// Creates an action without an input.
  public init(
    _ id: Action.ID, title: String, role: Action.Role = .normal, disabledReason: String? = nil,
    perform: @escaping () async -> Void
  ) {
    action = Action(id, title: title, role: role, disabledReason: disabledReason)
    self.perform = { _ in await perform() }
  }

  /// Creates an action that asks for an input.
  ///
  /// - Parameters:
  ///   - input: describes the input; with nil the action asks for none.
  ///   - perform: is given a value that fits `input`, or nil when the action asks for none.
  public init(
    _ id: Action.ID, title: String, role: Action.Role = .normal, input: Field?,
    disabledReason: String? = nil, perform: @escaping (FieldValue?) async -> Void
  ) {
    action = Action(
      id, title: title, role: role, input: input, disabledReason: disabledReason)
    self.perform = perform
  }
}

/// A form field of a screen beside the place where its value goes.
///
/// ```swift
/// ScreenField("text", label: "Text", kind: .text, value: .some(text: viewModel.text)) {
///   [viewModel] in viewModel.text = $0.text
/// },
/// ```
///
/// `ContentSection("form", .fields(fields.map(\.field)))` shows them.
public struct ScreenField {
  /// What a host shows.
  public let field: Field
  /// Stores what was typed; nil empties the field.
  let fill: (FieldValue?) -> Void

  /// Creates a field; the parameters are those of ``Field``.
  ///
  /// - Parameter fill: is given a value that fits `kind`, or nil to empty the field.
  public init(
    _ id: Field.ID, label: String, kind: FieldKind, value: FieldValue? = nil,
    placeholder: String? = nil, problem: String? = nil,
    fill: @escaping (FieldValue?) -> Void
  ) {
    field = Field(
      id, label: label, kind: kind, value: value, placeholder: placeholder, problem: problem)
    self.fill = fill
  }
}
