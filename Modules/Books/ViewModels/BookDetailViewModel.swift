import Core
import Observation

/// One book: what the catalogue says of it, and what the reader made of it.
@MainActor @Observable final class BookDetailViewModel {
  /// Which book is shown.
  enum Source: Hashable {
    /// A catalogue's book.
    case catalogue(CatalogueReference)
    /// A catalogue's book as it stood in a list: what is known of it is shown at once.
    case listed(CatalogueBook)
    /// A book of the library, perhaps one that is in no catalogue.
    case entry(LibraryEntry.ID)
  }

  /// Why something that was asked for was not done.
  enum Problem: Hashable {
    case storage(StorageError)
    case progress(ReadingProgress.Problem)
    case nothingToUndo
  }

  /// What the last action did.
  enum Result: Hashable {
    case done(Library.Change.Kind)
    case undone
    case problem(Problem)
  }

  let source: Source
  private(set) var phase = BookListViewModel.Phase.waiting
  private(set) var detail: CatalogueBookDetail?
  private(set) var entry: LibraryEntry?
  private(set) var shelves: [Shelf] = []
  private(set) var result: Result?

  @ObservationIgnored private let services: BooksServices

  init(_ source: Source, services: BooksServices) {
    self.source = source
    self.services = services
  }

  private var library: Library { services.library }

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
    if let id = entry?.id, change.after?.id == id { return true }
    guard entry == nil, change.after == nil, let before = change.before else { return false }
    switch source {
    case .entry(let id): return before.id == id
    case .catalogue(let reference): return before.reference == reference
    case .listed(let book): return before.reference == book.reference
    }
  }

  // MARK: Loading

  var appearance: AppearanceWork {
    { [self] in
      if phase == .waiting { await load() } else { await readLibrary() }
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
    do throws(StorageError) {
      shelves = try await library.shelves()
      switch source {
      case .entry(let id): entry = try await library.store.entry(id)
      case .catalogue(let reference):
        entry = try await library.entry(for: detail?.book.reference ?? reference)
      case .listed(let book):
        entry = try await library.entry(for: detail?.book.reference ?? book.reference)
      }
    } catch {
      result = .problem(.storage(error))
    }
  }

  // MARK: What a reader does

  /// The entry to change: the one there is, or a new one for the catalogue's book.
  func entryToChange() -> LibraryEntry? {
    if let entry { return entry }
    if let detail {
      return library.newEntry(
        BookCopy(detail.book, subjects: detail.subjects), detail.book.reference)
    }
    if case .listed(let book) = source { return library.newEntry(BookCopy(book), book.reference) }
    return nil
  }

  func put(on shelf: Shelf) async {
    await change { library, entry throws(StorageError) in
      try await library.put(entry, on: shelf)
    }
  }

  func remove(from shelf: Shelf? = nil) async {
    await change { library, entry throws(StorageError) in
      try await library.remove(entry, from: shelf)
    }
  }

  func rate(_ rating: Int?) async {
    await change { library, entry throws(StorageError) in
      try await library.change(entry, as: .rated(rating)) { $0.rating = rating }
    }
  }

  func note(_ text: String) async {
    do throws(ReadingProgress.Problem) {
      let progress = try ReadingProgress(text, pages: book?.pages)
      await change { library, entry throws(StorageError) in
        try await library.note(progress, in: entry)
      }
    } catch {
      result = .problem(.progress(error))
    }
  }

  /// Shows what a flow that changed the entry did.
  func took(_ changed: LibraryEntry) {
    entry = changed
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
    _ body: (Library, LibraryEntry) async throws(StorageError) -> LibraryEntry?
  ) async {
    guard let target = entryToChange() else { return }
    do throws(StorageError) {
      entry = try await body(library, target)
      result = library.lastChange.map { .done($0.kind) }
    } catch {
      result = .problem(.storage(error))
    }
  }
}
