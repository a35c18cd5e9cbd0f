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
    /// A rating without an account to sign it.
    case notSigned
  }

  /// What the last action did.
  enum Result: Hashable {
    case done(LibraryChange.Kind)
    case undone
    case problem(Problem)
  }

  /// What a library has of the book.
  private struct LoadedEntry {
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
  /// What the last action did.
  private(set) var result: Result?
  private var loaded: LoadedEntry?

  @ObservationIgnored private let services: BooksServices
  /// Counts what was changed here, so that an older answer does not hide it.
  @ObservationIgnored private var changeCount = 0

  init(_ source: Source, services: BooksServices) {
    self.source = source
    self.services = services
  }

  /// What the reader made of the book, or nil.
  var entry: LibraryEntry? { loaded?.entry }
  /// All of the reader's shelves.
  var shelves: [Shelf] { loaded?.shelves ?? [] }

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
    let entry = entry?.id
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
      // Another window has changed it, or a user has signed in: the last result says nothing of it.
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
        LoadedEntry(entry: try await findEntry(in: store), shelves: try await store.shelves())
      }
      if change == changeCount { loaded = read } else { await readLibrary() }
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
      // In the library of a user who has signed in the book may have another entry.
      guard let known = loaded?.entry else { return nil }
      if let same = try await store.entry(known.id) { return same }
      reference = known.reference
    }
    guard let reference else { return nil }
    return try await store.entries(for: [reference])[reference]
  }

  /// The entry to change: the one there is, or a new one for the catalogue's book.
  func entryToChange() -> LibraryEntry? {
    if let entry { return entry }
    if let detail {
      let book = BookCopy(detail.book, subjects: detail.subjects)
      return library.newEntry(book, detail.book.reference)
    }
    if case .listed(let book) = source {
      return library.newEntry(BookCopy(book), book.reference)
    }
    return nil
  }

  func put(on shelf: Shelf, _ book: LibraryEntry?) async {
    await change(book) { library, entry throws(StorageError) in
      try await library.put(entry, on: shelf)
    }
  }

  func remove(from shelf: Shelf? = nil) async {
    await change(entryToChange()) { library, entry throws(StorageError) in
      try await library.remove(entry, from: shelf)
    }
  }

  /// Rates the book of an entry that ``entryToChange()`` returned, perhaps before the user signed in.
  func rate(_ rating: Int?, _ book: LibraryEntry?) async {
    // A book that stands on no shelf has no rating to take away.
    if rating == nil, book?.shelves.isEmpty ?? true { return }
    await change(book) { library, entry throws(StorageError) in
      try await library.change(entry, as: .rated(rating)) { $0.rating = rating }
    }
  }

  func note(_ text: String) async {
    do throws(ReadingProgress.Problem) {
      let progress = try ReadingProgress(text, pages: book?.pages)
      await change(entryToChange()) { library, entry throws(StorageError) in
        try await library.note(progress, in: entry)
      }
    } catch {
      result = .problem(.progress(error))
    }
  }

  /// Reports why the last action did nothing.
  func refuse(_ problem: Problem) {
    result = .problem(problem)
  }

  /// Shows the entry as a change has left it, and the change as the result; nil for a book that has left
  /// the library.
  func apply(_ changed: LibraryEntry?) {
    changeCount += 1
    loaded = LoadedEntry(entry: changed, shelves: shelves)
    result = library.lastChange.map { .done($0.kind) }
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
    _ target: LibraryEntry?,
    _ body: (Library, LibraryEntry) async throws(StorageError) -> LibraryEntry?
  ) async {
    guard let target else { return }
    do throws(StorageError) {
      apply(try await body(library, target))
    } catch {
      result = .problem(.storage(error))
    }
  }
}
