import Catalogue
import Services
import Core

// Texts about changes of the library.
extension BooksText {
  /// The notice of a change.
  ///
  /// - Parameters:
  ///   - change: the book before and after it, if it was of one book.
  ///   - pages: the number of the book's pages.
  static func notice(
    _ kind: LibraryChange.Kind, _ change: LibraryChange.Difference? = nil, pages: Int? = nil
  ) -> Notice {
    switch kind {
    case .moved(let shelf) where shelf.id == .reading && beginsReading(change):
      Notice("Moved to “\(title(shelf))”: a new reading begins.")
    case .rated(.some(let rating)):
      Notice("\(change.flatMap(place).map { "\($0), rated" } ?? "Rated") \(stars(rating)).")
    case .rated(nil):
      Notice(change?.before?.rating == nil ? "The book has no rating." : "Rating removed.")
    case .edited: Notice(change.flatMap(place).map { "Saved. \($0)." } ?? "Saved.")
    case .progressed(let progress): Notice(progressed(progress, change, pages: pages))
    default: Notice(sentence(phrase(kind)))
    }
  }

  /// A phrase with a capital letter and a full stop.
  private static func sentence(_ phrase: String) -> String {
    "\(phrase.prefix(1).uppercased())\(phrase.dropFirst())."
  }

  /// The problem of a field with another value in the library, which the next save replaces.
  ///
  /// - Parameter value: the library's value; nil for none.
  static func conflict(_ what: String, with value: String?) -> String {
    "\(what) \(value.map { "It is now \($0)" } ?? "It is now empty"). Save again to replace it."
  }

  /// The notice of a form whose book another window has removed, and the next save adds again.
  static let removedElsewhere = Notice(
    "Another window has removed this book from your library. Save again to add it back.",
    tone: .problem)

  /// The first line of a text in quotation marks, at most 60 characters of it; nil for an empty text.
  static func quoted(_ text: String) -> String? {
    guard let line = text.split(whereSeparator: \.isNewline).first else { return nil }
    let beginning = line.prefix(60)
    return "“\(beginning)\(beginning.endIndex == text.endIndex ? "" : "…")”"
  }

  /// Says where a book is in its reading, and on which shelf if that is another one.
  private static func progressed(
    _ progress: ReadingProgress, _ change: LibraryChange.Difference?, pages: Int?
  ) -> String {
    let place = change.flatMap(place)
    if progress.isComplete(of: pages) {
      return place.map { "Finished. \($0)." } ?? "Finished."
    }
    let start =
      beginsReading(change)
      ? place.map { "\($0): a new reading begins. " } ?? "A new reading begins. "
      : place.map { "\($0). " } ?? ""
    return "\(start)Now at \(self.progress(progress, of: pages))."
  }

  /// Returns whether a change has made the current reading an earlier one.
  private static func beginsReading(_ change: LibraryChange.Difference?) -> Bool {
    (change?.before?.readings.count ?? 0) < (change?.after?.readings.count ?? 0)
  }

  /// Says to which standard shelf a change has brought a book, such as `Added to “Read”`; nil if to
  /// none.
  private static func place(_ change: LibraryChange.Difference) -> String? {
    let (before, after) = (change.before?.standardShelf, change.after?.standardShelf)
    guard after != before, let title = after.flatMap(title(standard:)) else { return nil }
    return "\(before == nil ? "Added" : "Moved") to “\(title)”"
  }

  static func notice(_ result: ShelfViewModel.Result) -> Notice {
    switch result {
    case .done(let change):
      several(change.kind, change.single, count: change.entries.count)
        .map { Notice(sentence($0)) }
        ?? notice(change.kind, change.single)
    case .stepped(let direction, let change): steppedInList(direction, change)
    case .unchanged: Notice("Nothing to change.")
    case .gone(let shelf):
      Notice(
        "“\(title(shelf))” no longer exists. Nothing was changed; choose another shelf.",
        tone: .problem)
    case .deselected: Notice("The selection was cleared.")
    case .positions(.unreadable):
      Notice("Enter numbers and ranges (1-20,25), all or none.", tone: .problem)
    case .positions(.beyond(let position, let total)):
      Notice("There is no book \(position). The list has \(count(total, "book")).", tone: .problem)
    }
  }

  static func notice(_ result: ShelvesViewModel.Result) -> Notice {
    switch result {
    case .made(let shelf): Notice(sentence(phrase(LibraryChange.Kind.made(shelf))))
    case .deleted(let shelf, let books, let moved):
      Notice("Deleted “\(title(shelf))”.\(books > 0 ? " \(kept(books, moved))." : "")")
    case .stepped(let direction, let change): steppedInList(direction, change)
    }
  }

  /// Says that the books of a deleted shelf stay, and which standard shelves those without another shelf are on.
  private static func kept(_ books: Int, _ moved: [Shelf.ID: Int]) -> String {
    let stay = books == 1 ? "Its book stays" : "Its \(number(books)) books stay"
    var places: [String] = []
    for shelf in Shelf.standardIDs {
      guard let count = moved[shelf], let title = title(standard: shelf) else { continue }
      let verb = places.isEmpty ? count == 1 ? "is now " : "are now " : ""
      places.append("\(books == 1 ? "it" : number(count)) \(verb)on “\(title)”")
    }
    return "\(stay) in your library\(places.isEmpty ? "" : "; ")\(places.joined(separator: ", "))"
  }

  static func notice(_ problem: ShelvesViewModel.Problem) -> Notice {
    switch problem {
    case .storage(let error): Notice(error.description, tone: .problem)
    case .name(.empty), .name(.invisible):
      Notice("A shelf's name needs a visible character.", tone: .problem)
    case .name(.tooLong):
      Notice(
        "A shelf's name can have at most \(Shelf.maximumNameLength) characters.", tone: .problem)
    case .name(.unprintable):
      Notice("A shelf's name can't have control characters or invisible marks.", tone: .problem)
    case .gone: Notice("This shelf no longer exists.", tone: .problem)
    case .undo(let problem): Notice(message(problem), tone: .problem)
    case .exists(let shelf, let name)
    where Shelf.inGoodreads(name) != nil && name.lowercased() != "read":
      Notice(
        "In Goodreads “\(name)” is the shelf “\(title(shelf))”. Use another name.", tone: .problem)
    case .exists(let shelf, _):
      Notice("There is already a shelf named “\(title(shelf))”.", tone: .problem)
    case .onlyForMembers:
      Notice("More than \(freeCount) need a membership.", tone: .problem)
    }
  }

  /// The number of free custom shelves: `3 custom shelves`.
  static let freeCount = count(Shelf.freeCount, "custom shelf", "custom shelves")

  /// Says what a choice of a shelf does to the others.
  static let shelfRule =
    "“\(title(Shelf.wantToRead))”, “\(title(Shelf.reading))” and “\(title(Shelf.read))” replace each"
    + " other. A book can also be on any of your custom shelves."

  /// Says how many free custom shelves are used, without a membership.
  @MainActor static func freeShelves(_ viewModel: ShelvesViewModel) -> [ContentSection] {
    guard viewModel.limitsShelves, let text = freeShelves(viewModel.ownCount) else { return [] }
    return [ContentSection("free", .text(text))]
  }

  private static func freeShelves(_ used: Int) -> String? {
    guard used > 0 else { return nil }
    let free = Shelf.freeCount
    let another = "Another one needs a membership."
    // A file or a membership that has ended may have brought more than are free.
    if used > free { return "You have \(used) custom shelves, which all stay. \(another)" }
    let text = "\(used) of \(free) free custom shelves used."
    return used < free ? text : "\(text) \(another)"
  }

  /// A change of several books in the past tense; nil for a single one or a shelf.
  private static func several(
    _ kind: LibraryChange.Kind, _ single: LibraryChange.Difference?, count number: Int
  ) -> String? {
    guard single == nil, !kind.isOfShelf else { return nil }
    let books = count(number, "book")
    switch kind {
    case .moved(let shelf) where shelf.isOwn: return "added \(books) to “\(title(shelf))”"
    case .moved(let shelf): return "moved \(books) to “\(title(shelf))”"
    case .removed(.some(let shelf)): return "removed \(books) from “\(title(shelf))”"
    case .removed(nil): return "removed \(books) from your library"
    case .rated(.some(let rating)): return "rated \(books) \(stars(rating))"
    case .rated(nil): return "removed the ratings of \(books)"
    default: return "changed \(books)"
    }
  }

  /// A change in the past tense, such as `moved to “Read”`.
  static func phrase(_ change: LibraryChange) -> String {
    several(change.kind, change.single, count: change.books)
      ?? phrase(change.kind, pages: change.single?.after?.book.pages)
  }

  private static func phrase(_ kind: LibraryChange.Kind, pages: Int? = nil) -> String {
    switch kind {
    case .added(let shelf): "added to “\(title(shelf))”"
    case .moved(let shelf) where shelf.isOwn: "added to “\(title(shelf))”"
    case .moved(let shelf): "moved to “\(title(shelf))”"
    case .removed(.some(let shelf)): "removed from “\(title(shelf))”"
    case .removed(nil): "removed from your library"
    case .rated(.some(let rating)): "rated \(stars(rating))"
    case .rated(nil): "rating removed"
    case .edited: "saved changes"
    case .progressed(let progress):
      progress.isComplete(of: pages)
        ? "finished" : "progress to \(self.progress(progress, of: pages))"
    case .made(let shelf): "created “\(title(shelf))”"
    case .renamed(let old, let new): "renamed “\(old)” to “\(new)”"
    case .deleted(let shelf): "deleted “\(title(shelf))”"
    }
  }
}
