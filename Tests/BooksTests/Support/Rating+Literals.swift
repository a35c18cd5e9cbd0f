@testable import Books

extension Rating {
  /// Creates a rating for a test.
  init(of stars: Double) {
    guard let rating = Rating(halves: Int(stars * 2)) else {
      preconditionFailure("\(stars) stars")
    }
    self = rating
  }

  /// Creates a rating of whole stars; nil out of range.
  init?(stars: Int) {
    guard (0...5).contains(stars) else { return nil }
    self.init(halves: stars * 2)
  }
}

extension Rating: ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  init(integerLiteral stars: Int) { self.init(of: Double(stars)) }

  init(floatLiteral stars: Double) { self.init(of: stars) }
}
