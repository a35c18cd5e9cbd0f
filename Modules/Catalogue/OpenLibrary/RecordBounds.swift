import Catalogue

/// The limits of an answer beside those of its texts, ``TextBounds``. A real one has less.
enum RecordBounds {
  /// The number of records in an answer; at most 20 are asked for.
  static let records = 100

  /// A kind of number.
  protocol Number {
    /// Returns the number, or nil if it is out of range.
    static func kept(_ number: Int?) -> Int?
  }

  /// The number of all matches.
  enum Total: Number {
    static func kept(_ number: Int?) -> Int? { BookBounds.kept(number, 0...1_000_000_000) }
  }

  /// The year of a publication.
  enum Year: Number {
    static func kept(_ number: Int?) -> Int? { number.flatMap { PublicationYear.kept($0) } }
  }

  /// A number of pages.
  enum Pages: Number {
    static func kept(_ number: Int?) -> Int? { BookBounds.kept(number, BookBounds.pages) }
  }

  /// The number of a cover.
  enum Cover: Number {
    static func kept(_ number: Int?) -> Int? { BookBounds.kept(number, BookBounds.cover) }
  }

  /// The first cover of a list, in which -1 stands for none.
  static func cover(_ covers: [RecordNumber<Cover>]?) -> Int? {
    covers?.lazy.compactMap(\.wrappedValue).first { $0 > 0 }
  }
}
