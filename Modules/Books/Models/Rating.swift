/// A rating from half a star to five stars, in half stars.
struct Rating: Hashable, Comparable, Sendable {
  /// The number of half stars, from 1 to 10.
  let halves: Int

  /// Creates a rating; nil for a number of half stars out of range.
  init?(halves: Int) {
    guard EntryBounds.halfStars.contains(halves) else { return nil }
    self.halves = halves
  }

  /// Parses a number of stars such as `4` or `3.5`.
  init?(_ text: String) {
    guard let found = Self.all.first(where: { $0.text == text }) else { return nil }
    self = found
  }

  /// All ratings, lowest first.
  static let all = EntryBounds.halfStars.compactMap { Rating(halves: $0) }

  var stars: Double { Double(halves) / 2 }
  /// Whether the rating has a half star.
  var isHalf: Bool { halves % 2 != 0 }
  /// The number of stars, such as `4` or `3.5`.
  var text: String { isHalf ? "\(halves / 2).5" : "\(halves / 2)" }
  /// The number of stars where only whole ones are possible; a half star counts as a whole one.
  var wholeStars: Int { (halves + 1) / 2 }

  static func < (one: Rating, other: Rating) -> Bool { one.halves < other.halves }
}

extension Rating: Codable {
  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let stars = try container.decode(Double.self)
    guard let halves = Int(exactly: stars * 2), let rating = Rating(halves: halves) else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "This is not a number of half stars up to 5.")
    }
    self = rating
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if isHalf { try container.encode(stars) } else { try container.encode(halves / 2) }
  }
}
