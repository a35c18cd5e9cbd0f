public import Services

/// An action of a user on a screen, as data: a host lists it, a test performs it, a crawler finds
/// where it leads.
///
/// ```swift
/// Action("next", title: "Next", disabledReason: plan.city.isEmpty ? "Enter a city." : nil)
/// ```
public struct Action: Codable, Hashable, Sendable, Identifiable {
  /// The type of an action's identifier.
  public typealias ID = Identifier<Action>

  /// The meaning of an action, which a host may show.
  public enum Role: String, Codable, Hashable, Sendable {
    /// An action among others.
    case normal
    /// The default action.
    case primary
    /// Deletes or loses data.
    case destructive
    /// Keeps the current state.
    case cancel
  }

  /// Identifies the action on its screen; also the command in the terminal.
  public var id: ID
  /// The title of its button.
  public var title: String
  /// The action's meaning.
  public var role: Role
  /// The input that the action requires, described as a form field, or nil for none.
  public var input: Field?
  /// Why the action is disabled, or nil if it is enabled.
  public var disabledReason: String?

  /// Whether the action is enabled.
  public var isEnabled: Bool { disabledReason == nil }

  /// Creates an action.
  public init(
    _ id: ID, title: String, role: Role = .normal, input: Field? = nil,
    disabledReason: String? = nil
  ) {
    self.id = id
    self.title = title
    self.role = role
    self.input = input
    self.disabledReason = disabledReason
  }
}

extension Identifier where Subject == Action {
  /// Selects a row; the input is ``ActionInput/row(_:)``.
  public static var select: Self { "select" }
  /// Fills a form field; the input is ``ActionInput/field(_:_:)``.
  public static var fill: Self { "fill" }
}

/// The user's input to an action.
///
/// ```swift
/// switch (action, input) {
/// case (.fill, .field("city", let value)): plan.city = value.text
/// case (.fill, .field("days", let value)): plan.days = value.number
/// case ("next", _): await onDone()
/// default: break
/// }
/// ```
public enum ActionInput: Hashable, Sendable {
  /// No input.
  case none
  /// The selected row.
  case row(Row.ID)
  /// The value for the action's input.
  case value(FieldValue)
  /// A form field and its new value; nil empties it.
  case field(Field.ID, FieldValue?)
}
