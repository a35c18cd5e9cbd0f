import Catalogue
import Services
import Core
import Observation

/// A book: the catalogue's details and the reader's data.
@MainActor @Observable final class BookDetailViewModel {
  /// The library's data about the book.
  private struct LoadedEntry {
    let entry: LibraryEntry?
    let shelves: [Shelf]
  }

  let source: Source
  private(set) var phase = LoadingPhase.waiting
  private(set) var detail: CatalogueBookDetail?
  /// The typed progress that was refused, to keep the input.
  var refusedProgress: String?
  /// Whether the folded parts are shown.
  var isUnfolded = false
  /// The result of the last action.
  var result: Result?
  private var loaded: LoadedEntry?

  /// Whether the details are being looked up again.
  var isRefreshing: Bool { refreshing.isRunning }

  @ObservationIgnored private let inBackground: BackgroundStart
  @ObservationIgnored private let refreshing = BackgroundRefresh()
  /// Whether the catalogue has not said what it knows about a book of the library.
  @ObservationIgnored private var lacksDetail = false
  /// The ``CatalogueSelection/version`` of the catalogue that the details are from, or that was asked in vain.
  @ObservationIgnored private var catalogueVersion: Int?
  @ObservationIgnored private let services: BooksServices
  /// Counts changes and steps, so that an older answer does not replace a newer one.
  @ObservationIgnored var changeCount = 0
  @ObservationIgnored private var requests = RequestOrder()

  /// - Parameter inBackground: starts background work of the page's owner.
  init(_ source: Source, services: BooksServices, inBackground: @escaping BackgroundStart) {
    self.source = source
    self.services = services
    self.inBackground = inBackground
  }

  /// The library's entry of the book, or nil.
  var entry: LibraryEntry? { loaded?.entry }
  /// All of the reader's shelves.
  var shelves: [Shelf] { loaded?.shelves ?? [] }

  var library: Library { services.library }

  /// The reference of the visible book; the catalogue may redirect a key.
  private var reference: CatalogueReference? { detail?.book.reference ?? source.reference }

  /// What the catalogue knows about the book; nil before its details are known.
  var known: BookCopy? { detail.map { BookCopy($0.book, subjects: $0.subjects) } }

  /// The visible details: the reader's copy, or else the catalogue's. A copy that was not made from the catalogue's
  /// book, such as an imported one, is shown with what only the catalogue has, and so is one that was added from a
  /// list, before all was known. What another copy lacks, the reader has removed.
  var book: BookCopy? {
    if let entry {
      var book = entry.book.completed(by: known)
      if entry.reference == nil, let known { book.fill(from: known) }
      return book
    }
    if let known { return known }
    if case .listed(let book) = source { return BookCopy(listed: book) }
    return nil
  }

  /// Whether a book of the library was looked for and is not there.
  var isMissing: Bool { loaded != nil && book == nil && source.reference == nil }

  /// Whether a book of the library was not found because the library could not be read.
  var isLibraryUnavailable: Bool { loaded == nil && source.reference == nil }

  /// The book of which the catalogue lists editions, or nil: the reader's one, under the key that has replaced its
  /// own.
  var editionsReference: CatalogueReference? {
    guard services.catalogue.listsEditions else { return nil }
    let own = entry?.reference
    let isOwn = own == nil || source.reference == nil || source.reference == own
    return (isOwn ? reference ?? own : own).flatMap {
      $0.source == CatalogueReference.openLibrarySource ? $0 : nil
    }
  }

  /// Whether the last change of the library was to this book, and can be undone.
  var canUndo: Bool { library.changes.undo?.single.map(isOfBook) ?? false }

  /// Whether the next change to redo is to this book, right after an undo or a redo here.
  var canRedo: Bool {
    guard case .stepped = result, let change = library.changes.redo?.single else { return false }
    return isOfBook(LibraryChange.Difference(before: change.after, after: change.before))
  }

  private func isOfBook(_ change: LibraryChange.Difference) -> Bool {
    if let entry = loaded?.entry?.id { return change.after?.id == entry }
    guard change.after == nil, let before = change.before else { return false }
    if case .entry(let id) = source { return before.id == id }
    return [reference, source.reference].contains(before.reference)
      || link?.isOf(before.book) ?? false
  }

  // MARK: Loading

  /// Loads what is missing or may be outdated.
  func appear() async {
    // Another catalogue may know a book that this one does not.
    let isAnother = catalogueVersion != services.selection.version
    if phase == .waiting || phase.isPassing || isAnother && detail == nil { return await load() }
    let (before, change) = (entry, changeCount)
    await readLibrary()
    // The book could not be read before, and so was not found.
    if before == nil, entry != nil, case .failed = phase { return await load() }
    // Another window has changed the book, or a user has signed in: the last result is outdated.
    if change == changeCount, entry != before { result = nil }
    // The catalogue may be back.
    let isOutdated = detail.map { isAnother || $0.origin != .catalogue } ?? lacksDetail
    if phase == .ready, isOutdated { refresh() }
  }

  /// Loads the book from the catalogue and the library.
  func load() async {
    phase = .loading
    catalogueVersion = services.selection.version
    await readLibrary()
    if let earlier = services.catalogue.earlier, let known = try? await found(in: earlier) {
      await show(known)
      if detail?.origin != .catalogue { refresh() }
      return
    }
    do throws(CatalogueError) {
      await show(try await found(in: services.catalogue))
    } catch {
      // A book of the library is shown without the catalogue, too.
      lacksDetail = error != .notFound
      phase = entry == nil ? .failed(error) : .ready
    }
  }

  /// Returns what a catalogue knows; nil for a book of the library that is in no catalogue.
  private func found(
    in catalogue: any BookCatalogue
  ) async throws(CatalogueError) -> CatalogueBookDetail? {
    switch source {
    case .catalogue(let reference): return try await catalogue.book(reference.key)
    case .listed(let book): return try await catalogue.book(book.reference.key, listed: book)
    case .entry:
      guard let entry else { throw .notFound }
      guard let key = entry.reference?.key else { return nil }
      return try await catalogue.book(key)
    }
  }

  private func show(_ found: CatalogueBookDetail?) async {
    if let found { detail = found }
    // The library may have the book under the redirected key.
    if entry == nil, case .catalogue = source { await readLibrary() }
    phase = .ready
  }

  /// Looks the details up again; what can't be looked up stays.
  private func refresh() {
    let version = services.selection.version
    refreshing.start(inBackground, "look the book up again") { [self] in
      try? await found(in: services.catalogue)
    } apply: { [self] new in
      if case .standIn = new.origin { return }
      (detail, catalogueVersion) = (new, version)
    }
  }

  func readLibrary() async {
    let change = changeCount
    await library.loadChanges()
    let request = requests.begin()
    let (source, known, link) = (source, entry, link)
    do throws(StorageError) {
      let read = try await library.read("reading a book") { reader throws(StorageError) in
        LoadedEntry(
          entry: try reader.entry(of: source, known, link), shelves: try reader.shelves())
      }
      guard change == changeCount else { return await readLibrary() }
      guard requests.advance(to: request) else { return }
      // The first reading that works ends the problem of those before.
      if loaded == nil, case .problem(.storage) = result { result = nil }
      loaded = read
    } catch {
      // A cancelled screen reads again when it appears.
      guard error != .cancelled, requests.advance(to: request) else { return }
      result = .problem(.storage(error))
    }
  }

  /// The entry to change: the existing one, or a new one of the catalogue's book.
  func entryToChange() -> LibraryEntry? {
    if let entry { return entry }
    if let detail, let known { return library.newEntry(known, detail.book.reference) }
    if case .listed(let book) = source {
      return library.newEntry(BookCopy(listed: book), book.reference)
    }
    return nil
  }

  /// Shows the entry after a change, and the change as the result; nil for a removed book.
  ///
  /// - Parameter kind: what is shown without a change.
  func show(
    _ changed: LibraryEntry?, as kind: LibraryChange.Kind, _ made: RecordedChange? = nil
  ) {
    changeCount += 1
    refusedProgress = nil
    loaded = LoadedEntry(entry: changed, shelves: shelves)
    // A book of the library needs no catalogue. Its page may have looked for a guest's entry after a sign-in.
    if changed != nil, source.reference == nil, phase == .failed(.notFound) { phase = .ready }
    result = .done(made?.kind ?? kind, made?.single)
  }
}

extension LibraryReader {
  /// Returns the entry of a page's book.
  ///
  /// - Parameters:
  ///   - known: the shown entry.
  ///   - link: the catalogue's book.
  fileprivate func entry(
    of source: BookDetailViewModel.Source, _ known: LibraryEntry?, _ link: BookLink?
  ) throws(StorageError) -> LibraryEntry? {
    if case .entry(let id) = source, let entry = try entry(id) { return entry }
    // The shown entry stays, even if the catalogue has another key and title for the book by now.
    if let known, let same = try entry(known.id) { return same }
    // A user who has signed in may have another entry of the book.
    if let old = source.reference ?? known?.reference, let entry = try entries(for: [old])[old] {
      return entry
    }
    guard let link else { return nil }
    return try copies(of: [link])[link.reference]
  }
}
