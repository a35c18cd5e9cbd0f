import Catalogue
import Core

// The words in which the feature speaks of books, shelves and what went wrong.

/// Text for people about books.
enum BooksText {
  /// Stands below the beginning of a long text.
  static let cutText = "The text is longer. Edit dates, notes and review to read all of it."

  /// `Stanisław Lem · 1961 · Polish`.
  static func byline(authors: [AuthorName], year: Int?, language: String?) -> String? {
    var parts: [String] = []
    if !authors.isEmpty { parts.append(names(authors)) }
    if let year { parts.append(self.year(year)) }
    if let language, language != "eng" { parts.append(LanguageNames.name(of: language)) }
    return parts.isEmpty ? nil : parts.joined(separator: " · ")
  }

  /// All names up to three, the first and a count beyond.
  static func names(_ authors: [AuthorName]) -> String {
    guard authors.count > 3, let first = authors.first else {
      return authors.map(\.name).joined(separator: ", ")
    }
    return "\(first.name) and \(authors.count - 1) others"
  }

  static func year(_ year: Int) -> String {
    year < 0 ? "\(year.magnitude) BC" : String(year)
  }

  static func title(_ shelf: Shelf) -> String { title(standard: shelf.id) ?? shelf.name }

  /// The title of a shelf that everybody has; nil for another one.
  private static func title(standard shelf: Shelf.ID) -> String? {
    switch shelf {
    case .wantToRead: "Want to read"
    case .reading: "Reading"
    case .read: "Read"
    default: nil
    }
  }

  static func count(_ count: Int, _ one: String, _ many: String? = nil) -> String {
    "\(count) \(count == 1 ? one : many ?? one + "s")"
  }

  /// How many books a list of the catalogue has.
  @MainActor static func count(of list: BookListViewModel) -> String {
    let books = count(list.total, "book")
    return list.isWhole ? books : "\(books) or more, the most popular ones listed"
  }

  static func stars(_ rating: Int) -> String {
    let stars = min(max(rating, 0), 5)
    return String(repeating: "★", count: stars) + String(repeating: "☆", count: 5 - stars)
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

  /// What a library holds, or nil for nothing that would be missed.
  static func summary(books: Int, shelves: Int) -> String? {
    if books > 0 { return count(books, "book") }
    return shelves > 0 ? count(shelves, "shelf", "shelves") : nil
  }

  // MARK: What an action did

  static func notice(_ kind: LibraryChange.Kind, pages: Int?) -> Notice {
    switch kind {
    case .added(let shelf): Notice("Added to \(title(shelf)).")
    case .moved(let shelf) where shelf.isOwn: Notice("Also on \(title(shelf)) now.")
    case .moved(let shelf): Notice("Moved to \(title(shelf)).")
    case .removed(.some(let shelf)): Notice("Taken off \(title(shelf)).")
    case .removed(nil): Notice("Removed from your library.")
    case .rated(.some(let rating)): Notice("Rated \(stars(rating)).")
    case .rated(nil): Notice("Rating removed.")
    case .edited: Notice("Saved.")
    case .progressed(let progress):
      Notice(
        progress.isComplete(of: pages)
          ? "Finished: moved to Read." : "Now at \(self.progress(progress, of: pages)).")
    }
  }

  // MARK: What went wrong

  static func status(_ error: CatalogueError) -> ContentStatus {
    if error == .offline {
      return .offline(message: "The catalogue can't be reached.", retry: "retry")
    }
    return .failed(message: message(error), retry: error == .notFound ? nil : "retry")
  }

  private static func message(_ error: CatalogueError) -> String {
    switch error {
    case .offline: "The catalogue can't be reached. Check the connection and try again."
    case .notFound: "The catalogue has no such record."
    case .unavailable(let status):
      "The catalogue is busy or out of order (\(status)). Try again in a moment."
    case .timedOut: "The catalogue took too long. Try again in a moment."
    case .unreadable: "The catalogue's answer could not be understood. Try again later."
    case .cancelled: "Cancelled before everything was there."
    }
  }

  static func message(_ problem: ReadingProgress.Problem) -> String {
    switch problem {
    case .unreadable: "Write a page (120), a page of all (120/300) or a part (40%)."
    case .above100: "A part of a book is at most 100%."
    case .beyondTyped: "The page lies beyond the number of pages that you gave."
    case .beyond(let pages): "The book has \(count(pages, "page"))."
    }
  }

  static func notice(_ problem: BookDetailViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice(error.description, tone: .problem)
    case .progress(let problem): Notice(message(problem), tone: .problem)
    case .nothingToUndo:
      Notice("There is nothing to undo: the book has changed since.", tone: .problem)
    case .notSigned:
      Notice("Not saved: a rating or review is signed, and that takes an account.", tone: .problem)
    }
  }

  static func notice(_ problem: ShelvesViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice(error.description, tone: .problem)
    case .name(.empty), .name(.invisible):
      Notice("A shelf's name is made of letters or signs that can be seen.", tone: .problem)
    case .name(.tooLong):
      Notice("A shelf's name has at most \(Shelf.maximumNameLength) characters.", tone: .problem)
    case .name(.unprintable):
      Notice("A shelf's name has no control characters and no invisible marks.", tone: .problem)
    case .exists(let name): Notice("There is a shelf named \(name) already.", tone: .problem)
    case .onlyForMembers:
      Notice(
        "Everybody may make \(count(Shelf.freeCount, "shelf", "shelves")); more are for members.",
        tone: .problem)
    }
  }
}
