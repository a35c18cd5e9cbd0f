import Core

extension InputProblem {
  /// What is wrong with the input and what is right, in one line.
  var message: String {
    switch self {
    case .notANumber: "That is not a number."
    case .notWhole: "Only whole numbers make sense here."
    case .outOfRange(let range):
      "That is not between \(range.lowerBound.shortText) and \(range.upperBound.shortText)."
    case .notADate: "That is not a day: write one as 2026-11-20."
    case .noSuchOption(let titles): "That is not on offer. There are \(titles.list)."
    case .ambiguousOption(let titles): "That could be \(titles.alternatives). Type a little more."
    case .tooLong(let limit): "That is longer than \(limit) characters."
    case .missing: "Something has to be typed here."
    case .unexpected: "Nothing of that kind is wanted here."
    }
  }
}

extension Double {
  /// The number as a person writes it: whole numbers without a fraction, others with one digit.
  var shortText: String {
    if let whole = Int(exactly: self) { return String(whole) }
    let tenths = (self * 10).rounded()
    guard tenths.isFinite, abs(tenths) < 1e15 else { return String(self) }
    return Int(exactly: tenths / 10).map(String.init) ?? String(tenths / 10)
  }
}
