import Services

/// Why typed text is not a valid value of a field.
public enum InputProblem: Error, Hashable, Sendable {
  /// The text is not a whole number.
  case notANumber
  /// The number is out of bounds.
  case outOfRange(ClosedRange<Int>)
  /// The text is not a date as `YYYY-MM-DD`, or no such date exists.
  case notADate
  /// The text names no option; these are the valid ones, by title or number.
  case noSuchOption([String])
  /// The text is a prefix of several options.
  case ambiguousOption([String])
  /// The text exceeds the maximum number of characters.
  case tooLong(limit: Int)
  /// The action requires input.
  case missing
  /// The text has several lines, and the field has one.
  case severalLines
  /// The action takes no input, or another kind.
  case unexpected
}

extension FieldKind {
  /// Parses typed text; blank text is nil (empty).
  ///
  /// Options may be named by identifier, by title or by an unambiguous prefix of either, ignoring
  /// case; the prefix of one title wins over those of identifiers.
  /// Sizes are bounded here, so that no screen needs to check them.
  public func value(from typed: String) throws(InputProblem) -> FieldValue? {
    try checkLength(of: typed)
    // A secret may be, or end with, spaces.
    let text = isSecret ? typed : typed.trimmed
    guard !text.isEmpty else { return nil }
    switch self {
    case .text, .email: return .text(try oneLine(text))
    case .longText: return .text(text)
    case .secure, .newPassword: return .secret(Secret(text))
    case .number(let range): return .number(try number(text, in: range))
    case .date:
      guard let date = CalendarDate(text) else { throw .notADate }
      return .date(date)
    case .choice(let options):
      return .choice(try option(text, in: options).id)
    }
  }

  /// Checks a value that was not parsed by ``value(from:)``: one from a recording or a JSON host.
  func check(_ value: FieldValue) throws(InputProblem) {
    switch (self, value) {
    case (.text, .text(let text)), (.email, .text(let text)):
      try checkLength(of: oneLine(text))
    case (.longText, .text(let text)): try checkLength(of: text)
    case (.secure, .secret(let secret)), (.newPassword, .secret(let secret)):
      try checkLength(of: secret.reveal())
    case (.number(let range), .number(let number)):
      guard range.contains(number) else { throw .outOfRange(range) }
    case (.choice(let options), .choice(let id)):
      guard options.contains(where: { $0.id == id }) else {
        throw .noSuchOption(options.typedNames)
      }
    case (.date, .date): break
    default: throw .unexpected
    }
  }

  private func oneLine(_ text: String) throws(InputProblem) -> String {
    if text.contains(where: \.isNewline) { throw .severalLines }
    return text
  }

  private func checkLength(of text: String) throws(InputProblem) {
    let limit = self == .longText ? Self.maximumLongTextLength : Self.maximumTextLength
    // A character may have a million accents, so bytes are bounded, too.
    let size = min(limit * 32, Self.maximumTextSize)
    let isLong = text.utf8.count > limit && !text.dropFirst(limit).isEmpty
    if text.utf8.count > size || isLong { throw .tooLong(limit: limit) }
  }

  private func number(
    _ text: String, in range: ClosedRange<Int>
  ) throws(InputProblem) -> Int {
    guard text.allSatisfy({ "0123456789.+-".contains($0) }), let decimal = Double(text),
      decimal == decimal.rounded()
    else { throw .notANumber }
    // `3.0` is whole, too. A number without an `Int` is out of any bounds.
    guard let number = Int(text) ?? Int(exactly: decimal), range.contains(number)
    else { throw .outOfRange(range) }
    return number
  }

  private func option(
    _ text: String, in options: [Field.Option]
  ) throws(InputProblem) -> Field.Option {
    let wanted = text.lowercased()
    let exact = options.first {
      $0.id.rawValue.lowercased() == wanted || $0.title.lowercased() == wanted
    }
    if let exact { return exact }
    let matches = options.filter { option in
      // `0` is not `0.5`.
      if Double(wanted) != nil, Double(option.id.rawValue) != nil { return false }
      return [option.id.rawValue, option.title].contains { $0.lowercased().hasPrefix(wanted) }
    }
    guard !matches.isEmpty else { throw .noSuchOption(options.typedNames) }
    // People see titles: “en” is English, not Middle English with its code `enm`.
    let titled = matches.filter { $0.title.lowercased().hasPrefix(wanted) }
    if titled.count == 1 || matches.count == 1 { return titled.first ?? matches[0] }
    throw .ambiguousOption(matches.map(\.title))
  }
}

extension Field.Option {
  /// The title, or the identifier if it is a number.
  package var typedName: String { Double(id.rawValue) == nil ? title : id.rawValue }
}

extension [Field.Option] {
  /// The titles, with the identifiers that are numbers in their place: `No rating, 0.5, 1`.
  fileprivate var typedNames: [String] { map(\.typedName) }
}

extension String {
  /// The text without leading and trailing white space.
  package var trimmed: String {
    guard let start = firstIndex(where: { !$0.isWhitespace }),
      let end = lastIndex(where: { !$0.isWhitespace })
    else { return "" }
    return String(self[start...end])
  }
}
