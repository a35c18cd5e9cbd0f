/// An action of a screen and its closure.
///
/// ```swift
/// var actions: [ScreenAction] {
///   [ScreenAction("add", title: "Plan a trip", role: .primary, perform: onAdd)]
/// }
/// ```
///
/// An action with an input gets the typed value:
///
/// ```swift
/// ScreenAction("rate", title: "Rate", input: stars) { [viewModel] in
///   viewModel.stars = $0.number
/// },
/// ```
///
/// `ScreenContent(actions: actions.map(\.action))` shows them; the session performs only visible
/// and enabled actions. List them in a computed property: a stored list would keep the screen alive
/// through its closures.
public struct ScreenAction {
  /// The visible action.
  public let action: Action
  /// Performs the action with its input.
  let perform: (FieldValue?) async -> Void
  /// The actions whose running work is cancelled when this one begins, such as older searches.
  ///
  /// An action that does not supersede itself is not started again while it runs.
  public let supersedes: Set<Action.ID>

  /// Creates an action without an input.
  public init(
    _ id: Action.ID, title: String, role: Action.Role = .normal, disabledReason: String? = nil,
    supersedes: Set<Action.ID> = [], perform: @escaping () async -> Void
  ) {
    action = Action(id, title: title, role: role, disabledReason: disabledReason)
    self.supersedes = supersedes
    self.perform = { _ in await perform() }
  }

  /// Creates an action with an input.
  ///
  /// - Parameters:
  ///   - id: the identifier, which a user types.
  ///   - title: the visible title.
  ///   - role: how a host emphasizes it.
  ///   - input: the input; nil for none.
  ///   - disabledReason: why it can't be performed now; nil if it can.
  ///   - supersedes: the actions whose running work is cancelled when this one begins.
  ///   - perform: gets a value that fits `input`, or nil for an action without an input.
  public init(
    _ id: Action.ID, title: String, role: Action.Role = .normal, input: Field?,
    disabledReason: String? = nil, supersedes: Set<Action.ID> = [],
    perform: @escaping (FieldValue?) async -> Void
  ) {
    action = Action(id, title: title, role: role, input: input, disabledReason: disabledReason)
    self.supersedes = supersedes
    self.perform = perform
  }
}

/// A form field of a screen and the closure that stores its value.
///
/// ```swift
/// ScreenField("text", label: "Text", kind: .text, value: FieldValue(text: viewModel.text)) {
///   [viewModel] in viewModel.text = $0.text
/// },
/// ```
///
/// `ContentSection("form", .fields(fields.map(\.field)))` shows them.
public struct ScreenField {
  /// The visible field.
  public let field: Field
  /// Stores the typed value; nil empties the field.
  let fill: (FieldValue?) -> Void

  /// Creates a field; the parameters are those of ``Field``.
  ///
  /// - Parameters:
  ///   - id: the identifier, which a user types.
  ///   - label: the visible label.
  ///   - kind: what the field accepts.
  ///   - value: the current value; nil if it is empty.
  ///   - placeholder: an example, shown while the field is empty.
  ///   - problem: why the value is not accepted.
  ///   - fill: gets a value that fits `kind`, or nil to empty the field.
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
