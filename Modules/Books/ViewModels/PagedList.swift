import Catalogue
import Core
import Observation

/// A list from a catalogue that grows by pages.
///
/// Of a catalogue that is asked over a network, the list shows earlier answers first and looks them
/// up again in the background, where it also loads the next page before it is asked for.
@MainActor @Observable final class PagedList<Item: Sendable, Key: Hashable> {
  /// Loads a page from a catalogue.
  typealias Load =
    @MainActor (
      _ catalogue: any BookCatalogue, _ offset: Int
    ) async throws(CatalogueError) -> Page<Item>

  private(set) var phase = LoadingPhase.waiting
  private(set) var items: [Item] = []
  private(set) var total = 0
  /// Whether the total is exact.
  private(set) var isWhole = true
  /// Where the least reliable of its pages comes from.
  private(set) var origin = AnswerOrigin.catalogue
  /// The words that were searched for in place of misspelled ones, or nil.
  private(set) var correction: String?
  /// Whether the beginning is being looked up again.
  private(set) var isRefreshing = false
  private var next: Int?
  /// The number of pages in the list.
  @ObservationIgnored private var pages = 0
  /// Counts requests: answers to older ones are ignored.
  @ObservationIgnored private var lastRequest = 0
  /// The catalogue that has answered.
  @ObservationIgnored private var selection: Int?
  /// The next page, if it has been loaded in the background.
  @ObservationIgnored private var upcoming: (offset: Int, page: Page<Item>)?
  @ObservationIgnored private var behind: BackgroundWork?
  @ObservationIgnored private var refreshes = 0

  /// Loads a page.
  @ObservationIgnored var load: Load
  /// What belongs to the items of a new page, which is loaded before the list is ready.
  @ObservationIgnored var onPage: AppearanceWork?
  /// Starts background work of the list's owner.
  @ObservationIgnored var inBackground: BackgroundStart?
  @ObservationIgnored private let services: BooksServices
  @ObservationIgnored private let key: KeyPath<Item, Key>

  /// Creates a list that waits for its first page.
  ///
  /// - Parameters:
  ///   - key: tells items apart: a real service repeats some of them across pages.
  ///   - load: loads a page.
  init(services: BooksServices, key: KeyPath<Item, Key>, load: @escaping Load) {
    self.services = services
    self.key = key
    self.load = load
  }

  var hasMore: Bool { next != nil }

  // MARK: Loading

  /// Whether the list is to be loaded: it never was, something has passed that kept it from that, or another
  /// catalogue has been chosen.
  var isDue: Bool {
    phase == .waiting || items.isEmpty && phase.isPassing
      || selection != services.selection.version
  }

  /// The work when the list becomes visible, or nil for none.
  var appearance: AppearanceWork? {
    if isDue { return reload }
    // The catalogue may be back, also where the next page has failed.
    guard phase != .loading, origin != .catalogue else { return nil }
    return { [self] in refresh() }
  }

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

  /// Clears the list, which then waits for its items.
  func clear() {
    items = []
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

  /// Tries again after a failure: loads the next page, or the list if it has no items.
  func tryAgain() async {
    if items.isEmpty { await reload() } else { await loadMore() }
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

  private func show(_ page: Page<Item>, at offset: Int, _ request: Int) async {
    upcoming = nil
    if offset == 0 {
      pages = 0
      origin = page.origin
    }
    origin = origin.joined(page.origin)
    pages += 1
    let earlier = offset == 0 ? [] : items
    let known = Set(earlier.map { $0[keyPath: key] })
    items = earlier + page.items.filter { !known.contains($0[keyPath: key]) }
    total = max(page.total, items.count)
    isWhole = page.isWhole
    correction = page.correction
    next = page.next
    await onPage?()
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
    behind = inBackground?("look the list up again") { [self] in
      refreshes += 1
      isRefreshing = true
      let number = refreshes
      // A newer one may have begun.
      defer { if number == refreshes { isRefreshing = false } }
      guard let page = try? await load(services.catalogue, 0), request == lastRequest else {
        return
      }
      // Items of another catalogue do not replace these.
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
