public import Services

/// The value of a field, or the user's input to an action.
public enum FieldValue: Hashable, Sendable {
  /// Text.
  case text(String)
  /// A whole number.
  case number(Int)
  /// One option.
  case choice(Field.Option.ID)
  /// A day.
  case date(CalendarDate)
  /// A secret on its way to a view model.
  case secret(Secret)
  /// A secret field that is not empty: content contains no secret.
  case filled
}

extension FieldValue: Codable {
  private enum CodingKeys: String, CodingKey { case text, number, choice, date, filled }

  /// Decodes a value from the one key that names its kind.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    if let text = try container.decodeIfPresent(String.self, forKey: .text) {
      self = .text(text)
    } else if let number = try container.decodeIfPresent(Int.self, forKey: .number) {
      self = .number(number)
    } else if let choice = try container.decodeIfPresent(Field.Option.ID.self, forKey: .choice) {
      self = .choice(choice)
    } else if let date = try container.decodeIfPresent(CalendarDate.self, forKey: .date) {
      self = .date(date)
    } else {
      _ = try container.decode(Bool.self, forKey: .filled)
      self = .filled
    }
  }

  /// Encodes the value under the one key that names its kind; a secret only as `filled`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text(let text): try container.encode(text, forKey: .text)
    case .number(let number): try container.encode(number, forKey: .number)
    case .choice(let id): try container.encode(id, forKey: .choice)
    case .date(let date): try container.encode(date, forKey: .date)
    case .secret, .filled: try container.encode(true, forKey: .filled)
    }
  }
}
