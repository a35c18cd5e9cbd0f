import Core

extension InputProblem {
  /// The problem and the accepted values, in one line.
  var message: String {
    switch self {
    case .notANumber: "Enter a whole number."
    case .outOfRange(let range):
      "Enter a number from \(range.lowerBound) to \(range.upperBound)."
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
