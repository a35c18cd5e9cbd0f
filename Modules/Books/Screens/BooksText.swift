import Catalogue
import Services
import Core

// The texts of the feature.

/// Texts about books.
enum BooksText {
  // The titles of the tabs, and of the account's page with its heading.
  static let discover = "Discover"
  static let search = "Search"
  static let shelves = "Shelves"
  static let statistics = "Statistics"
  static let catalogue = "Catalogue"
  static let moreBooks = "More books"
  static let books = "Books"

  /// The line below the beginning of a long text.
  static let cutText = "The text is longer. Use notes to read all of it."

  /// `Solaris · Stanisław Lem · 1961 · Polish`.
  static func byline(
    after title: String? = nil, authors: [AuthorName], year: Int?, language: String?
  ) -> String? {
    line(
      title, authors.isEmpty ? nil : names(authors), year.map(self.year),
      language.flatMap { $0 == "eng" ? nil : LanguageNames.name(of: $0) })
  }

  /// The known parts, or nil if there are none.
  static func line(_ parts: String?..., separator: String = " · ") -> String? {
    // Without an array: each row has such a line (`make bench`, a journey).
    var known = parts.lazy.compactMap(\.self).makeIterator()
    guard var line = known.next() else { return nil }
    while let part = known.next() {
      line += separator
      line += part
    }
    return line
  }

  /// Up to three names, or the first and a count.
  static func names(_ authors: [AuthorName]) -> String {
    switch authors.count {
    case 1: authors[0].name
    case 0...3: authors.map(\.name).joined(separator: ", ")
    default: "\(authors[0].name) and \(authors.count - 1) others"
    }
  }

  static func year(_ year: Int) -> String {
    year < 0 ? "\(year.magnitude) BC" : String(year)
  }

  /// The first and the last year, such as `from 1900 to 1990` or `up to 1990`; nil without both.
  static func years(from: Int?, to: Int?) -> String? {
    switch (from, to) {
    case (let from?, let to?): "from \(year(from)) to \(year(to))"
    case (let from?, nil): "since \(year(from))"
    case (nil, let to?): "up to \(year(to))"
    case (nil, nil): nil
    }
  }

  static func title(_ shelf: Shelf) -> String { title(standard: shelf.id) ?? shelf.name }

  /// The title of a standard shelf; nil for a custom one.
  static func title(standard shelf: Shelf.ID) -> String? {
    switch shelf {
    case .wantToRead: "Want to read"
    case .reading: "Reading"
    case .read: "Read"
    default: nil
    }
  }

  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(number(count)) \(count == 1 ? one : many ?? one + "s")"
  }

  /// A number with its thousands separated, such as `48,097`.
  static func number(_ number: Int) -> String {
    if number.magnitude < 1000 { return String(number) }
    let digits = String(number.magnitude)
    var text = ""
    for (index, digit) in digits.enumerated() {
      if index > 0, (digits.count - index) % 3 == 0 { text += "," }
      text.append(digit)
    }
    return number < 0 ? "-" + text : text
  }

  /// The number of books in a list of the catalogue.
  @MainActor static func count(of list: BookListViewModel) -> String {
    let books = count(list.pages.total, "book")
    return list.pages.isWhole ? books : "\(books) or more, the most popular listed"
  }

  /// A rating in five places, such as `★★★½☆`.
  static func stars(_ rating: Rating) -> String {
    String(repeating: "★", count: rating.halves / 2) + (rating.isHalf ? "½" : "")
      + String(repeating: "☆", count: 5 - rating.wholeStars)
  }

  static func progress(_ progress: ReadingProgress, of pages: Int?) -> String {
    switch progress {
    case .percent(let percent): "\(percent)%"
    case .page(let page): pages.map { "page \(page) of \($0)" } ?? "page \(page)"
    }
  }

  /// The mark of a book in a list.
  static func badge(_ entry: LibraryEntry?) -> String? {
    guard let entry else { return nil }
    if let rating = entry.rating { return stars(rating) }
    return entry.standardShelf.flatMap(title(standard:)) ?? "On a shelf"
  }

  /// A summary of a library, or nil if there is nothing to lose.
  static func summary(books: Int, shelves: Int) -> String? {
    if books > 0 { return count(books, "book") }
    return shelves > 0 ? count(shelves, "shelf", "shelves") : nil
  }

  // MARK: Where books come from

  /// Says how old an answer is, or whose; empty for a current one.
  static func origin(_ origin: AnswerOrigin?, isRefreshing: Bool) -> [ContentSection] {
    guard let origin, let text = text(origin, isRefreshing) else { return [] }
    return [ContentSection("origin", .text(text))]
  }

  private static func text(_ origin: AnswerOrigin, _ isRefreshing: Bool) -> String? {
    switch origin {
    case .catalogue: return nil
    case .standIn: return "From this machine: the chosen catalogue does not answer."
    case .earlier(let seconds, let problem):
      let known = "This is from \(ago(seconds))"
      if isRefreshing { return "\(known), and is being looked up again." }
      switch problem {
      case nil: return "\(known)."
      case .refused: return "\(known): the catalogue refuses this search now."
      default: return "\(known): the catalogue does not answer."
      }
    }
  }

  private static func ago(_ seconds: Int) -> String {
    switch seconds {
    case ..<120: "a moment ago"
    case ..<7200: "\(seconds / 60) minutes ago"
    case ..<172_800: "\(seconds / 3600) hours ago"
    default: "\(seconds / 86_400) days ago"
    }
  }

  // MARK: Problems

  static func status(_ error: CatalogueError) -> ContentStatus {
    if error == .offline {
      return .offline(message: "The catalogue can't be reached.", retry: "retry")
    }
    let retry: Action.ID? =
      switch error {
      case .notFound, .refused: nil
      default: "retry"
      }
    return .failed(message: message(error), retry: retry)
  }

  private static func message(_ error: CatalogueError) -> String {
    switch error {
    case .offline: "The catalogue can't be reached. Check the connection and try again."
    case .interrupted: "The catalogue's answer broke off. Try again in a moment."
    case .noTransport(let why): "The catalogue can't be reached: \(why)."
    case .proxy(let why): "The catalogue can't be reached: the proxy does not work (\(why))."
    case .untrusted(let problem):
      "There is no secure connection to the catalogue. \(advice(problem))"
    case .notFound: "This is not in the catalogue."
    case .unavailable(status: 0):
      "The catalogue on this machine can't be read. Try again in a moment."
    case .unavailable(let status):
      "The catalogue is unavailable (\(status)). Try again in a moment."
    case .refused(status: 414): "This search is too long for the catalogue. Use fewer words."
    case .refused(let status):
      "The catalogue refuses this search (\(status)). Enter a longer word or more words."
    case .timedOut: "The catalogue took too long. Try again in a moment."
    case .unreadable: "The catalogue's answer can't be read. Try again later."
    case .cancelled: "Cancelled before everything was loaded."
    }
  }

  private static func advice(_ problem: TrustProblem) -> String {
    let signIn = "perhaps the network asks you to sign in first."
    return switch problem {
    case .expired: "Its certificate has expired or is not valid yet. Check this machine's date."
    case .wrongHost: "Its certificate is that of another server. Check its address; \(signIn)"
    case .unknownAuthority:
      "This machine does not trust the authority that signed its certificate; \(signIn)"
    case .other: "Check its address; \(signIn)"
    }
  }

  static func message(_ problem: ReadingProgress.Problem) -> String {
    switch problem {
    case .unreadable: "Enter a page (120), a page of the total (120/300) or a percentage (40%)."
    case .above100: "Enter at most 100%."
    case .aboveMaximum: "A book has at most \(count(LibraryEntry.maximumPages, "page"))."
    case .beyondTyped: "The page is higher than the total."
    case .beyond(let page, let pages):
      "The book has \(count(pages, "page")). If your edition has more, add its total, as in "
        + "\(page)/\((page / 100 + 1) * 100)."
    }
  }

  static func message(_ problem: ISBN.Problem) -> String {
    switch problem {
    case .letters: "An ISBN has only digits and hyphens."
    case .length(let count): "An ISBN has 10 or 13 digits; this has \(count)."
    case .checkDigit(let digit): "Check the digits: the last one should be \(digit)."
    }
  }

  static func notice(_ problem: BookDetailViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice(error.description, tone: .problem)
    case .progress(let problem): Notice(message(problem), tone: .problem)
    case .undo(let problem): Notice(message(problem), tone: .problem)
    case .shelfGone(addedTo: nil): notice(ShelvesViewModel.Problem.gone)
    case .shelfGone(addedTo: let shelf?):
      Notice("This shelf no longer exists. Added to “\(title(shelf))”.", tone: .problem)
    }
  }
}

extension PlaceRefusal {
  var text: String {
    switch self {
    case .malformed: "it isn't valid"
    case .noEntry: "the book is not in your library"
    case .noShelf: "the shelf doesn't exist"
    case .noSubject: "the catalogue has no books on this subject"
    case .notFound: "it is not in the catalogue"
    case .onlyForMembers: "detailed statistics are for members"
    case .storage(let error): error.description
    }
  }
}
