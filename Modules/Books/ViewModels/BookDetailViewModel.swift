import Catalogue
import Services
import Core
import Observation

/// One book: what the catalogue says of it, and what the reader made of it.
@MainActor @Observable final class BookDetailViewModel {
  /// Why something that was asked for was not done.
  enum Problem: Hashable {
    case storage(StorageError)
    case progress(ReadingProgress.Problem)
    case nothingToUndo
    /// A rating that nobody signs.
    case notSigned
  }

  /// What the last action did.
  enum Result: Hashable {
    case done(LibraryChange.Kind)
    case undone
    case problem(Problem)
  }

  /// What a library has of the book.
  private struct Reading {
    let entry: LibraryEntry?
    let shelves: [Shelf]
  }

  /// Which book is shown.
  enum Source: Hashable {
    /// A catalogue's book.
    case catalogue(CatalogueReference)
    /// A catalogue's book as it stood in a list: what is known of it is shown at once.
    case listed(CatalogueBook)
    /// A book of the library, perhaps one that is in no catalogue.
    case entry(LibraryEntry.ID)

    /// The book's reference, unless it was asked for by its entry.
    var reference: CatalogueReference? {
      switch self {
      case .catalogue(let reference): reference
      case .listed(let book): book.reference
      case .entry: nil
      }
    }
  }

  let source: Source
  private(set) var phase = BookListViewModel.Phase.waiting
  private(set) var detail: CatalogueBookDetail?
  /// Whether what is usually folded away is shown.
  var isUnfolded = false
  private var reading: Owned<Reading>?
  private var said: Owned<Result>?

  @ObservationIgnored private let services: BooksServices
  /// Counts what was changed here, so that an older reading does not hide it.
  @ObservationIgnored private var changeCount = 0

  init(_ source: Source, services: BooksServices) {
    self.source = source
    self.services = services
  }

  /// What the last action did, said to whoever did it.
  private(set) var result: Result? {
    get { library.shown(said) }
    set { said = newValue.map { Owned($0, of: library.owner) } }
  }
  /// What the reader made of the book, or nil.
  var entry: LibraryEntry? { library.shown(reading)?.entry }
  /// The entry for a form, or nil for a moment, when somebody else has begun to use the app.
  func entryToEdit() -> Owned<LibraryEntry>? {
    entryToChange().flatMap { $0.owner == library.owner ? $0 : nil }
  }
  /// All of the reader's shelves.
  var shelves: [Shelf] { library.shown(reading)?.shelves ?? [] }

  private var library: Library { services.library }

  /// The reference of the catalogue's book that is shown: a key may lead to another one.
  private var reference: CatalogueReference? { detail?.book.reference ?? source.reference }

  /// What is shown of the book: the reader's copy before the catalogue's.
  var book: BookCopy? {
    if let entry { return entry.book }
    if let detail { return BookCopy(detail.book, subjects: detail.subjects) }
    if case .listed(let book) = source { return BookCopy(book) }
    return nil
  }

  /// Whether the last change of the library was to this book, and can be taken back.
  var canUndo: Bool {
    guard let change = library.lastChange else { return false }
    let entry = library.shown(reading)?.entry?.id
    if let entry, change.after?.id == entry { return true }
    guard entry == nil, change.after == nil, let before = change.before else { return false }
    if case .entry(let id) = source { return before.id == id }
    return before.reference == reference
  }

  // MARK: Loading

  var appearance: AppearanceWork {
    { [self] in
      if phase == .waiting { return await load() }
      let (before, change) = (entry, changeCount)
      await readLibrary()
      // Another window has changed it: what was said of it may not be so any more.
      if change == changeCount, entry != before { result = nil }
    }
  }

  /// Fetches what the catalogue and the library have of the book.
  func load() async {
    phase = .loading
    await readLibrary()
    do throws(CatalogueError) {
      switch source {
      case .catalogue(let reference):
        detail = try await services.catalogue.book(reference.key)
        // A redirected key leads to a book that may be in the library under its own.
        if entry == nil { await readLibrary() }
      case .listed(let book):
        detail = try await services.catalogue.book(book.reference.key, listed: book)
      case .entry:
        guard let entry else { throw .notFound }
        // The copy is enough; what the catalogue adds is welcome, not needed.
        if let key = entry.reference?.key { detail = try? await services.catalogue.book(key) }
      }
      phase = .ready
    } catch {
      // What is on the reader's own shelf is shown without the catalogue, too.
      phase = entry == nil ? .failed(error) : .ready
    }
  }

  private func readLibrary() async {
    let change = changeCount
    do throws(StorageError) {
      let read = try await library.read { store throws(StorageError) in
        Reading(entry: try await findEntry(in: store), shelves: try await store.shelves())
      }
      if change == changeCount { reading = read } else { await readLibrary() }
    } catch {
      result = .problem(.storage(error))
    }
  }

  private func findEntry(
    in store: any LibraryStore
  ) async throws(StorageError) -> LibraryEntry? {
    var reference = reference
    if case .entry(let id) = source {
      if let entry = try await store.entry(id) { return entry }
      // In another owner's library the book may have another entry.
      guard let known = reading?.value.entry else { return nil }
      if let same = try await store.entry(known.id) { return same }
      reference = known.reference
    }
    guard let reference else { return nil }
    return try await store.entries(for: [reference])[reference]
  }

  /// The entry to change, and for whom it was read: the one there is, or a new one for the
  /// catalogue's book.
  func entryToChange() -> Owned<LibraryEntry>? {
    if let reading, let entry = reading.value.entry { return Owned(entry, of: reading.owner) }
    if let detail {
      let book = BookCopy(detail.book, subjects: detail.subjects)
      return Owned(library.newEntry(book, detail.book.reference), of: library.owner)
    }
    if case .listed(let book) = source {
      return Owned(library.newEntry(BookCopy(book), book.reference), of: library.owner)
    }
    return nil
  }

  func put(on shelf: Shelf, _ book: Owned<LibraryEntry>?) async {
    await change(book) { library, entry, reader throws(StorageError) in
      try await library.put(entry, on: shelf, readFor: reader)
    }
  }

  func remove(from shelf: Shelf? = nil) async {
    await change(entryToChange()) { library, entry, _ throws(StorageError) in
      try await library.remove(entry, from: shelf)
    }
  }

  /// Rates a book that ``entryToChange()`` gave, perhaps to a user who has signed in since.
  func rate(_ rating: Int?, _ book: Owned<LibraryEntry>?) async {
    // Nothing is taken away from a book that stands on no shelf.
    if rating == nil, book?.value.shelves.isEmpty ?? true { return }
    await change(book) { library, entry, reader throws(StorageError) in
      try await library.change(entry, readFor: reader, as: .rated(rating)) { $0.rating = rating }
    }
  }

  func note(_ text: String) async {
    do throws(ReadingProgress.Problem) {
      let progress = try ReadingProgress(text, pages: book?.pages)
      await change(entryToChange()) { library, entry, reader throws(StorageError) in
        try await library.note(progress, in: entry, readFor: reader)
      }
    } catch {
      result = .problem(.progress(error))
    }
  }

  /// Says why something that was asked for was not done.
  func refuse(_ problem: Problem) {
    result = .problem(problem)
  }

  /// Shows what a flow that changed the entry did.
  func took(_ changed: LibraryEntry) {
    show(changed, of: library.owner)
  }

  func undo() async {
    do throws(StorageError) {
      result = try await library.undo() == nil ? .problem(.nothingToUndo) : .undone
    } catch {
      result = .problem(.storage(error))
    }
    await readLibrary()
  }

  private func change(
    _ target: Owned<LibraryEntry>?,
    _ body: (Library, LibraryEntry, Owner) async throws(StorageError) -> LibraryEntry?
  ) async {
    guard let target else { return }
    let owner = library.owner
    do throws(StorageError) {
      show(try await body(library, target.value, target.owner), of: owner)
    } catch {
      result = .problem(.storage(error))
    }
  }

  private func show(_ changed: LibraryEntry?, of owner: Owner) {
    changeCount += 1
    let shelves = reading?.value(for: owner)?.shelves ?? []
    reading = Owned(Reading(entry: changed, shelves: shelves), of: owner)
    result = library.lastChange.map { .done($0.kind) }
  }
}
