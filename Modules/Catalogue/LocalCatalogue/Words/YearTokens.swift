import Catalogue

/// Years as tokens: the year, its decade and its century, so that any range is a few tokens.
enum YearTokens {
  private static let plausible = PublicationYear.plausible
  /// The offset that makes years positive, a multiple of a hundred.
  private static let offset = 5000

  private static func year(_ number: Int) -> String { FactToken.character(number) }
  private static func decade(_ number: Int) -> String { FactToken.character(0x4000 + number) }
  private static func century(_ number: Int) -> String { FactToken.character(0x5000 + number) }

  /// Returns the tokens of a year.
  static func of(_ year: Int) -> String {
    let number = min(max(year, plausible.lowerBound), plausible.upperBound) + offset
    return "\(century(number / 100)) \(decade(number / 10)) \(self.year(number))"
  }

  /// Returns tokens such that each year in the range has one of them, and no other year does.
  static func covering(_ from: Int?, _ to: Int?) -> [String] {
    let (first, last) = (plausible.lowerBound, plausible.upperBound)
    // Clamped at both ends, so that adding the offset does not overflow.
    var next = min(max(from ?? first, first), last + 1) + offset
    let end = max(min(to ?? last, last), first - 1) + offset
    var tokens: [String] = []
    while next <= end {
      if next % 100 == 0, next + 99 <= end {
        tokens.append(century(next / 100))
        next += 100
      } else if next % 10 == 0, next + 9 <= end {
        tokens.append(decade(next / 10))
        next += 10
      } else {
        tokens.append(year(next))
        next += 1
      }
    }
    return tokens
  }
}
