public import Services

/// A form field, or the input of an action.
///
/// ```swift
/// Field(
///   "days", label: "Days", kind: .number(1...30), value: plan.days.map { .number($0) })
/// ```
public struct Field: Codable, Hashable, Sendable, Identifiable {
  /// One choice of a field.
  public struct Option: Codable, Hashable, Sendable, Identifiable {
    /// Identifies the option in its field.
    public var id: Identifier<Option>
    /// The visible title.
    public var title: String

    /// Creates an option.
    public init(_ id: Identifier<Option>, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// Identifies the field on its screen.
  public var id: Identifier<Field>
  /// The visible label.
  public var label: String
  /// The kind of the field's value.
  public var kind: FieldKind
  /// The value, or nil if the field is empty; ``FieldValue/filled`` for a secret.
  public let value: FieldValue?
  /// An example, or the meaning of an empty field.
  public var placeholder: String?
  /// The problem with the value, or nil.
  public var problem: String?

  /// Creates a field. A secret that is passed as its value is not stored.
  public init(
    _ id: Identifier<Field>, label: String, kind: FieldKind, value: FieldValue? = nil,
    placeholder: String? = nil, problem: String? = nil
  ) {
    self.id = id
    self.label = label
    self.kind = kind
    if case .secret = value { self.value = .filled } else { self.value = value }
    self.placeholder = placeholder
    self.problem = problem
  }
}
