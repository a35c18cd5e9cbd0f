import Core

extension InputProblem {
  /// The problem and the accepted values, in one line.
  var message: String {
    switch self {
    case .notANumber: "Enter a number."
    case .notWhole: "Enter a whole number."
    case .outOfRange(let range):
      "Enter a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)."
    case .notADate: "Enter a date such as 2026-11-20, today, yesterday or -3d."
    case .noSuchOption(let titles): "Choose one of: \(titles.plainList)".ended
    case .ambiguousOption(let titles): "That could be \(titles.alternatives). Type a little more."
    case .tooLong(let limit): "Enter at most \(limit) characters."
    case .missing: "Enter a value."
    case .severalLines: "Enter one line."
    case .unexpected: "This takes another kind of value."
    }
  }
}

extension Double {
  /// The number for display: whole numbers without a fraction, others with one digit.
  var shortText: String {
    if let whole = Int(exactly: self) { return String(whole) }
    let tenths = (self * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e15 else { return String(self) }
    return Int(exactly: tenths / 10).map(String.init) ?? String(tenths / 10)
  }
}

extension Double {
  /// The number with its thousands separated, as in `48,097.5`; for a number that is only shown.
  var separatedText: String {
    let text = shortText
    let digits = text.prefix { $0 == "-" || $0.isNumber }
    // A number in scientific notation stays as it is.
    guard !text.contains("e") else { return text }
    var separated = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0, separated != "-" { separated += "," }
      separated.append(digit)
    }
    return separated + text[digits.endIndex...]
  }
}
