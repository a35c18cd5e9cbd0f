public import Services

/// A form field, or the input that an action asks for.
///
/// ```swift
/// Field(
///   "days", label: "Days", kind: .number(1...30, fractions: false),
///   value: plan.days.map { .number(Double($0)) })
/// ```
public struct Field: Codable, Hashable, Sendable, Identifiable {
  /// One of the choices that a field offers.
  public struct Option: Codable, Hashable, Sendable, Identifiable {
    /// Identifies the option in its field.
    public var id: Identifier<Option>
    /// What a person reads.
    public var title: String

    /// Creates an option.
    public init(_ id: Identifier<Option>, title: String) {
      self.id = id
      self.title = title
    }
  }

  /// Identifies the field on its screen.
  public var id: Identifier<Field>
  /// What the field is for.
  public var label: String
  /// Which values the field takes.
  public var kind: FieldKind
  /// What it holds, or nil when it is empty.
  public var value: FieldValue?
  /// An example, or what an empty field means.
  public var placeholder: String?
  /// What is wrong with the value, or nil.
  public var problem: String?

  /// Creates a field.
  public init(
    _ id: Identifier<Field>, label: String, kind: FieldKind, value: FieldValue? = nil,
    placeholder: String? = nil, problem: String? = nil
  ) {
    self.id = id
    self.label = label
    self.kind = kind
    self.value = value
    self.placeholder = placeholder
    self.problem = problem
  }
}
