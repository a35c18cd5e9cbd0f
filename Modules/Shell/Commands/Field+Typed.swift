import Services
import Core

// Values as a user types them.
extension Field {
  /// The word that empties a field.
  static let emptyingWord = "-"

  /// Returns the line that fills a field with a typed text, or clears it.
  static func line(filling id: ID, with typed: String?) -> String {
    typed.map { "\(ShellWord.set) \(id) \($0)" } ?? "\(ShellWord.clear) \(id)"
  }

  /// Whether a text empties the field. In a secret field a hyphen may be the value.
  func isEmptied(by typed: Substring) -> Bool {
    !kind.isSecret && String(typed).trimmed == Self.emptyingWord
  }

  /// Whether a text empties the value of this action's input, such as the words of a filter. Without a value a hyphen
  /// is a text.
  func isEmptiedAsInput(by typed: Substring) -> Bool {
    guard case .text? = value, kind.takesAnyText else { return false }
    return isEmptied(by: typed)
  }

  /// Parses typed text; in a field of several lines `\n` is a line break, `\\` a backslash.
  ///
  /// Besides what ``FieldKind/value(from:)`` reads: `today` and dates in the order of the locale,
  /// the number of an option (`2`), `3,5`, `3½`, `3.5 stars` or `★★★½` for an option named `3.5`, and
  /// `y`, `yes`, `n`, `no` for a choice of yes and no.
  func value(from typed: String, with context: LineContext) throws(CommandProblem) -> FieldValue? {
    do throws(InputProblem) {
      return try kind.value(from: kind == .longText ? typed.withLineBreaks : typed)
    } catch {
      switch kind {
      case .date:
        let readings = TypedDate(typed, with: context).readings
        if readings.count > 1 { throw .ambiguousDate(label, typed: typed.trimmed, readings) }
        if let date = readings.first { return .date(date) }
      case .choice(let options):
        if let option = options.meant(by: typed) { return .choice(option) }
      default: break
      }
      throw .badValue(label, error)
    }
  }

  /// Returns a line that ``value(from:with:)`` parses to this value; nil for a secret.
  func typed(_ value: FieldValue) -> String? {
    switch value {
    case .text(let text): kind == .longText ? text.withEscapedLineBreaks : text
    case .number(let number): String(number)
    case .choice(let option): option.rawValue
    case .date(let date): date.description
    case .secret, .filled: nil
    }
  }
}

extension [Field.Option] {
  /// The options as they are typed, or the first few of many and the number of the others.
  var shownTitles: [String] {
    let (few, titles) = (8, map(\.typedName.plain))
    // One more title takes no more room than the number of the others, and numbers take little.
    if count <= few + 1 || !areNumbered && titles.joined().count <= 5 * few { return titles }
    return titles.prefix(few) + ["and \(count - few) more; help set lists them"]
  }

  /// Whether a number stands for the option at that position: no option has a number as its name.
  var areNumbered: Bool {
    !contains { option in
      [option.id.rawValue, option.title].contains { $0.first?.isNumber == true }
    }
  }

  /// Returns the option for a number, for its own number in another form, or for `y`, `yes`, `n` or `no`.
  fileprivate func meant(by typed: String) -> Field.Option.ID? {
    let word = typed.trimmed
    if areNumbered, let number = NumberList(word, upTo: count)?.numbers, number.count == 1 {
      return self[number[0] - 1].id
    }
    if let number = word.withoutUnit.decimalNumber,
      let option = first(where: { $0.id.rawValue.decimalNumber == number })
    {
      return option.id
    }
    let agreeing = filter { Agreement.names.contains($0.id.rawValue) }
    let others = filter { !Agreement.names.contains($0.id.rawValue) }
    guard let answer = Agreement(word), agreeing.count == 1, others.count == 1 else { return nil }
    return answer == .yes ? agreeing[0].id : others[0].id
  }
}

/// A short answer to a question.
enum Agreement: Hashable, Sendable {
  case yes, no

  /// The identifiers of options that agree.
  static let names: Set = ["yes", "accept", "agree", "on"]

  /// Parses `y`, `yes`, `n` or `no`; nil for other text.
  init?(_ typed: some StringProtocol) {
    switch String(typed.prefix(4)).lowercased() {
    case "y", "yes": self = .yes
    case "n", "no": self = .no
    default: return nil
    }
  }
}

extension String {
  /// The text without the word “star” or “stars” as the second of two.
  fileprivate var withoutUnit: String {
    let words = split(whereSeparator: \.isWhitespace)
    guard words.count == 2, ["star", "stars"].contains(words[1].lowercased()) else { return self }
    return String(words[0])
  }

  /// The number that the text is: digits with a point, a comma or `½`, such as `3.5`, `3,5`, `3½` or `½`; or its
  /// stars, such as `★★★` or `★★★½`.
  fileprivate var decimalNumber: Double? {
    let afterStars = drop { $0 == "★" }
    if hasPrefix("★"), ["", "½"].contains(afterStars) {
      return Double(count - afterStars.count) + (afterStars.isEmpty ? 0 : 0.5)
    }
    let digits = hasSuffix("½") ? dropLast() + ".5" : replacing(",", with: ".")[...]
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E }) else { return nil }
    return Double(digits)
  }
}
