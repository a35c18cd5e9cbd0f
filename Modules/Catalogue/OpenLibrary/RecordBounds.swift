import Catalogue

/// The limits of an answer beside those of its texts, ``TextBounds``. A real one has less.
enum RecordBounds {
  /// The number of records in an answer; at most 20 are asked for.
  static let records = 100

  /// The range of a number.
  protocol Number {
    /// The smallest and the largest one.
    static var range: ClosedRange<Int> { get }
  }

  /// The number of all matches.
  enum Total: Number { static let range = 0...1_000_000_000 }
  /// The year of a publication.
  enum Year: Number { static let range = BookBounds.year }
  /// A number of pages.
  enum Pages: Number { static let range = BookBounds.pages }
  /// The number of a cover.
  enum Cover: Number { static let range = BookBounds.cover }

  /// The first cover of a list, in which -1 stands for none.
  static func cover(_ covers: [RecordNumber<Cover>]?) -> Int? {
    covers?.lazy.compactMap(\.wrappedValue).first { $0 > 0 }
  }
}
