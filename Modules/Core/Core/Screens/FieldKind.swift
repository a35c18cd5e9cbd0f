/// The kind of a field's value.
public enum FieldKind: Hashable, Sendable {
  /// One line of text.
  case text
  /// An e-mail address.
  case email
  /// A secret: its input is never shown, logged or encoded.
  case secure
  /// A secret that the user chooses: a host asks for it twice, as the typed text is hidden, or suggests one.
  case newPassword
  /// A whole number within bounds.
  case number(ClosedRange<Int>)
  /// One of several options.
  case choice([Field.Option])
  /// A day.
  case date
  /// Text of several lines.
  case longText

  /// The maximum number of characters of a text field; longer input is refused, not cut.
  public static var maximumTextLength: Int { 500 }
  /// The maximum number of characters of a field with several lines; longer input is refused.
  public static var maximumLongTextLength: Int { 1 << 20 }
  /// The maximum number of bytes of a field with several lines, for any number of characters.
  public static var maximumTextSize: Int { 4 << 20 }

  /// Whether values of the field are secrets.
  public var isSecret: Bool { self == .secure || self == .newPassword }

  /// The options of the field; empty for other kinds.
  public var options: [Field.Option] {
    if case .choice(let options) = self { options } else { [] }
  }
}

extension FieldKind: Codable {
  private enum CodingKeys: String, CodingKey { case kind, minimum, maximum, options }
  private enum Kind: String, Codable {
    case text, email, secure, newPassword, number, choice, date, longText
  }

  /// Decodes a kind from its name and the keys that belong to it.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(Kind.self, forKey: .kind) {
    case .text: self = .text
    case .email: self = .email
    case .secure: self = .secure
    case .newPassword: self = .newPassword
    case .date: self = .date
    case .longText: self = .longText
    case .choice: self = .choice(try container.decode([Field.Option].self, forKey: .options))
    case .number:
      let minimum = try container.decode(Int.self, forKey: .minimum)
      let maximum = try container.decode(Int.self, forKey: .maximum)
      guard minimum <= maximum else {
        throw DecodingError.dataCorruptedError(
          forKey: .maximum, in: container, debugDescription: "The maximum is below the minimum.")
      }
      self = .number(minimum...maximum)
    }
  }

  /// Encodes the kind as an object with a `kind`.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .text: try container.encode(Kind.text, forKey: .kind)
    case .email: try container.encode(Kind.email, forKey: .kind)
    case .secure: try container.encode(Kind.secure, forKey: .kind)
    case .newPassword: try container.encode(Kind.newPassword, forKey: .kind)
    case .date: try container.encode(Kind.date, forKey: .kind)
    case .longText: try container.encode(Kind.longText, forKey: .kind)
    case .choice(let options):
      try container.encode(Kind.choice, forKey: .kind)
      try container.encode(options, forKey: .options)
    case .number(let range):
      try container.encode(Kind.number, forKey: .kind)
      try container.encode(range.lowerBound, forKey: .minimum)
      try container.encode(range.upperBound, forKey: .maximum)
    }
  }
}
