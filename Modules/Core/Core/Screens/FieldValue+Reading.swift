public import Services

// Conversions between values of fields and of view models.
extension FieldValue {
  /// Creates the value of a text field: nil for an empty text.
  ///
  /// ```swift
  /// Field("city", label: "City", kind: .text, value: FieldValue(text: plan.city))
  /// ```
  public init?(text: String) {
    if text.isEmpty { return nil }
    self = .text(text)
  }

  /// Creates the value of a secret field: nil for an empty secret.
  public init?(secret: Secret) {
    if secret.isEmpty { return nil }
    self = .filled
  }
}

extension FieldValue? {
  /// The text, or an empty one.
  public var text: String { if case .text(let text) = self { text } else { "" } }

  /// The secret, or an empty one.
  public var secret: Secret { if case .secret(let secret) = self { secret } else { Secret("") } }

  /// The number, or nil.
  public var number: Int? { if case .number(let number) = self { number } else { nil } }

  /// The identifier of the option as text, from which an app makes its own value; nil without one.
  public var choice: String? { if case .choice(let option) = self { option.rawValue } else { nil } }

  /// The day, or nil.
  public var date: CalendarDate? { if case .date(let date) = self { date } else { nil } }
}
