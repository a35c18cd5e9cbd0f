import Catalogue
import Services

/// The summary of all finished books.
struct ReadingSummary: Hashable, Sendable {
  /// A book with a notable value.
  struct Highlight: Hashable, Sendable {
    let id: LibraryEntry.ID
    let title: String
    let value: Double
  }

  /// The number of finished books, including those without a date.
  let books: Int
  /// The number of finished books without any finish date, which no year counts.
  let undated: Int
  /// The authors of finished books, the most read first.
  let authors: [Tally.Count]
  /// The subjects of finished books.
  let subjects: [Tally.Count]
  /// The languages of finished books, as MARC codes.
  let languages: [Tally.Count]
  /// The number of books with each rating.
  let ratings: [Rating: Int]
  /// The number of finished books whose pages are not known.
  let withoutPages: Int
  /// The average number of pages, of the books with a known number.
  let averagePages: Double?
  /// The number of finished books without a reading whose start and end are known.
  let withoutDays: Int
  /// The average number of days of a reading, of those with known dates.
  let averageDays: Double?
  /// The average of the ratings.
  let averageRating: Double?
  /// The books with the most pages per day, each in its fastest reading.
  let fastest: [Highlight]
  /// The books with the most pages.
  let longest: [Highlight]
  /// The books with the most reading days, each in its longest reading.
  let slowest: [Highlight]

  /// Computes the summary of finished books.
  init(_ entries: [LibraryEntry]) {
    let read = entries.filter {
      $0.finished != nil || $0.standardShelf == .read || !$0.readings.isEmpty
    }
    var (authors, subjects, languages) = (Tally(), Tally(), Tally())
    for entry in read {
      authors.add(entry.book.authors.map(\.name))
      subjects.add(entry.book.subjects)
      languages.add(entry.book.language.map { [$0] } ?? [])
    }
    books = read.count
    undated = read.count { $0.finishedDays.isEmpty }
    self.authors = authors.counts
    self.subjects = subjects.counts
    self.languages = languages.counts
    let rated = read.compactMap(\.rating)
    ratings = rated.reduce(into: [:]) { counts, rating in counts[rating, default: 0] += 1 }
    averageRating = Self.average(rated.map(\.halves)).map { $0 / 2 }
    withoutPages = read.count { $0.book.pages == nil }
    averagePages = Self.average(read.compactMap(\.book.pages))
    withoutDays = read.count { $0.readingDays.isEmpty }
    averageDays = Self.average(read.flatMap(\.readingDays))
    fastest = Self.highlights(read) { entry in
      guard let pages = entry.book.pages, let days = entry.readingDays.min() else { return nil }
      return Double(pages) / Double(days)
    }
    longest = Self.highlights(read) { $0.book.pages.map(Double.init) }
    slowest = Self.highlights(read) { $0.readingDays.max().map(Double.init) }
  }

  private static func average(_ numbers: [Int]) -> Double? {
    numbers.isEmpty ? nil : Double(numbers.reduce(0, +)) / Double(numbers.count)
  }

  /// Returns the three books with the highest values, highest first.
  private static func highlights(
    _ entries: [LibraryEntry], by value: (LibraryEntry) -> Double?
  ) -> [Highlight] {
    let all = entries.compactMap { entry in
      value(entry).map { Highlight(id: entry.id, title: entry.book.title, value: $0) }
    }
    let sorted = all.sorted {
      ($1.value, $0.title, $0.id.rawValue) < ($0.value, $1.title, $1.id.rawValue)
    }
    return Array(sorted.prefix(3))
  }
}
