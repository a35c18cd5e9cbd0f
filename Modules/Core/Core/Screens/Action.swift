public import Services

/// Something a person can do on a screen, as data: a shell lists it, a test performs it, the
/// crawler finds where it leads.
///
/// ```swift
/// Action("next", title: "Next", disabledReason: plan.city.isEmpty ? "Enter a city." : nil)
/// ```
public struct Action: Codable, Hashable, Sendable, Identifiable {
  /// The type of an action's identifier.
  public typealias ID = Identifier<Action>

  /// The meaning of an action, which a host may show.
  public enum Role: String, Codable, Hashable, Sendable {
    /// One of several.
    case normal
    /// The one that most people want.
    case primary
    /// Loses something.
    case destructive
    /// Leaves things as they were.
    case cancel
  }

  /// Identifies the action on its screen; also the word that performs it in the terminal.
  public var id: ID
  /// What a button would say.
  public var title: String
  /// How it is meant.
  public var role: Role
  /// The input that the action takes, described as a form field, or nil for none.
  public var input: Field?
  /// Why the action can't be performed now, or nil when it can.
  public var disabledReason: String?

  /// Whether the action can be performed now.
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
  /// Chooses a row; the input is ``ActionInput/row(_:)``.
  public static var select: Self { "select" }
  /// Fills a form field; the input is ``ActionInput/field(_:_:)``.
  public static var fill: Self { "fill" }
}

/// What a person gives to an action.
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
  /// Nothing.
  case none
  /// The row that was chosen.
  case row(Row.ID)
  /// The value for the action's own input.
  case value(FieldValue)
  /// The field that was filled, and with what; nil empties it.
  case field(Field.ID, FieldValue?)
}
