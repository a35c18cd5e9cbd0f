import Catalogue
import Services
import Core
import Observation

/// A list of a catalogue's books that grows by pages, with marks for the reader's own.
///
/// Of a catalogue that is asked over a network, the list shows earlier answers first and looks them
/// up again in the background, where it also loads the next page before it is asked for.
@MainActor @Observable final class BookListViewModel {
  /// Loads a page from a catalogue.
  typealias Load =
    @MainActor (
      _ catalogue: any BookCatalogue, _ offset: Int
    ) async throws(CatalogueError) -> Page<CatalogueBook>

  /// The number of books per request.
  static let pageSize = 20

  private(set) var phase = LoadingPhase.waiting
  private(set) var books: [CatalogueBook] = []
  private(set) var total = 0
  /// Whether the total is exact.
  private(set) var isWhole = true
  /// Where the least reliable of its pages comes from.
  private(set) var origin = AnswerOrigin.catalogue
  /// The words that were searched for in place of misspelled ones, or nil.
  private(set) var correction: String?
  /// Whether the beginning is being looked up again.
  private(set) var isRefreshing = false
  /// The reader's entries of the listed books.
  private(set) var marks: [CatalogueReference: LibraryEntry] = [:]
  /// Why the marks could not be loaded, or nil.
  private(set) var marksProblem: StorageError?
  /// The links of the books to the reader's copies.
  @ObservationIgnored private var links: [BookLink] = []
  private var next: Int?
  /// The number of pages in the list.
  @ObservationIgnored private var pages = 0
  /// Counts requests: answers to older ones are ignored.
  @ObservationIgnored private var lastRequest = 0
  /// The catalogue that has answered.
  @ObservationIgnored private var selection: Int?
  /// The next page, if it has been loaded in the background.
  @ObservationIgnored private var upcoming: (offset: Int, page: Page<CatalogueBook>)?
  @ObservationIgnored private var behind: BackgroundWork?
  @ObservationIgnored private var refreshes = 0

  /// The second column, if the list has one.
  @ObservationIgnored var secondColumn: SecondColumn?
  /// The ISBN that the list was asked for, or nil.
  @ObservationIgnored var isbn: String?
  /// Starts background work of the list's owner.
  @ObservationIgnored var inBackground: BackgroundStart?
  /// Loads a page.
  @ObservationIgnored var load: Load
  @ObservationIgnored private let services: BooksServices

  init(services: BooksServices, load: @escaping Load) {
    self.services = services
    self.load = load
  }

  var hasMore: Bool { next != nil }

  /// The book whose page is beside the list.
  var shownBook: CatalogueReference? { secondColumn?.reference }

  /// The listed book with this key.
  func book(_ key: String) -> CatalogueBook? {
    books.first { $0.reference.key == key }
  }

  // MARK: Loading

  /// Clears the list and loads it again.
  func reload() async {
    clear()
    let request = lastRequest
    let catalogue = services.catalogue
    selection = services.selection.version
    if let earlier = catalogue.earlier, let page = try? await load(earlier, 0) {
      guard request == lastRequest else { return }
      await show(page, at: 0, request)
      if page.origin != .catalogue { refresh() }
      return
    }
    if request == lastRequest { await append(from: 0, request) }
  }

  /// Clears the list, which then waits for its books.
  func clear() {
    (books, links) = ([], [])
    total = 0
    isWhole = true
    origin = .catalogue
    correction = nil
    next = nil
    upcoming = nil
    behind?.cancel()
    _ = begin()
  }

  /// Loads the next page, if there is one.
  func loadMore() async {
    guard let next else { return }
    let request = begin()
    if let upcoming, upcoming.offset == next {
      await show(upcoming.page, at: next, request)
    } else {
      await append(from: next, request)
    }
  }

  /// Tries again after a failure: loads the next page, or the list if it has no books.
  func tryAgain() async {
    if books.isEmpty { await reload() } else { await loadMore() }
  }

  /// Loads the marks again.
  func refreshMarks() async {
    let links = links
    do throws(StorageError) {
      marks = try await services.library.read { store throws(StorageError) in
        try await store.copies(of: links)
      }
      marksProblem = nil
    } catch {
      // Marks that can't be loaded stay unchanged.
      marksProblem = error == .cancelled ? nil : error
    }
  }

  /// The work when the list becomes visible.
  var appearance: AppearanceWork {
    { [self] in
      guard phase != .waiting, !(books.isEmpty && phase.isPassing),
        selection == services.selection.version
      else {
        return await reload()
      }
      await refreshMarks()
      // The catalogue may be back, also where the next page has failed.
      if phase != .loading, origin != .catalogue { refresh() }
    }
  }

  /// Begins a request, after which older ones change nothing.
  private func begin() -> Int {
    phase = .loading
    lastRequest += 1
    return lastRequest
  }

  private func append(from offset: Int, _ request: Int) async {
    do throws(CatalogueError) {
      let page = try await load(services.catalogue, offset)
      if request == lastRequest { await show(page, at: offset, request) }
    } catch {
      if request == lastRequest { phase = .failed(error) }
    }
  }

  private func show(_ page: Page<CatalogueBook>, at offset: Int, _ request: Int) async {
    upcoming = nil
    if offset == 0 {
      pages = 0
      origin = page.origin
    }
    origin = origin.joined(page.origin)
    pages += 1
    let earlier = offset == 0 ? [] : books
    // A real service repeats keys across pages.
    let known = Set(earlier.map(\.reference))
    let books = earlier + page.items.filter { !known.contains($0.reference) }
    self.books = books
    // Of several results any may have the number.
    let isbn = books.count == 1 ? isbn : nil
    links = books.map { BookLink($0, isbn: isbn) }
    total = max(page.total, books.count)
    isWhole = page.isWhole
    correction = page.correction
    next = page.next
    await refreshMarks()
    guard request == lastRequest else { return }
    phase = .ready
    if page.origin == .catalogue { loadNext() }
  }

  // MARK: In the background

  /// Looks the beginning up again. A list that has grown stays as it is.
  private func refresh() {
    guard pages == 1 else { return }
    let request = lastRequest
    behind?.cancel()
    behind = inBackground?("look books up again") { [self] in
      refreshes += 1
      isRefreshing = true
      let number = refreshes
      // A newer one may have begun.
      defer { if number == refreshes { isRefreshing = false } }
      guard let page = try? await load(services.catalogue, 0), request == lastRequest else {
        return
      }
      // Books of another catalogue do not replace these.
      if case .standIn = page.origin { return }
      await show(page, at: 0, request)
    }
  }

  /// Loads the next page, of a catalogue that takes its time.
  private func loadNext() {
    guard let next, services.catalogue.earlier != nil else { return }
    let request = lastRequest
    behind = inBackground?("load the next page") { [self] in
      guard let page = try? await load(services.catalogue, next), request == lastRequest else {
        return
      }
      upcoming = (next, page)
    }
  }
}

/// Starts background work of a view model's owner: ``AnyCoordinator/performInBackground(_:_:)``.
typealias BackgroundStart = @MainActor (String, @escaping AppearanceWork) -> BackgroundWork?
