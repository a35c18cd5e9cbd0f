import Services

/// The statistics of one year.
struct ReadingYear: Hashable, Sendable {
  /// The books and pages of a period.
  struct Amount: Hashable, Sendable {
    var books = 0
    var pages = 0
  }

  let year: Int
  /// The months, January first.
  private(set) var months = [Amount](repeating: Amount(), count: 12)
  /// The number of books with each rating.
  private(set) var ratings: [Rating: Int] = [:]
  /// The number of the finished books, as the months count them, whose pages are not known.
  private(set) var withoutPages = 0
  /// The number of days with reading, also of books whose pages are not known.
  private(set) var days = 0

  init(_ year: Int) {
    self.year = year
  }

  /// The total of the year.
  var total: Amount {
    months.reduce(into: Amount()) { total, month in
      total.books += month.books
      total.pages += month.pages
    }
  }

  var isEmpty: Bool { days == 0 }

  mutating func addBook(finished: CalendarDate, hasPages: Bool) {
    months[finished.month - 1].books += 1
    if !hasPages { withoutPages += 1 }
  }

  mutating func add(_ rating: Rating) { ratings[rating, default: 0] += 1 }

  mutating func add(pages: Int, on day: CalendarDate) {
    months[day.month - 1].pages += pages
  }

  /// Adds a day with reading.
  mutating func addDay() { days += 1 }
}
