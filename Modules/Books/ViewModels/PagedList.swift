import Catalogue
import Core
import Observation

/// A list from a catalogue that grows by pages.
///
/// Of a catalogue that is asked over a network, the list shows earlier answers first and looks them
/// up again in the background, where it also loads the next page before it is asked for.
@MainActor final class PagedList<Item: Sendable, Key: Hashable>: Observable {
  /// Loads a page from a catalogue.
  typealias Load =
    @MainActor (
      _ catalogue: any BookCatalogue, _ offset: Int
    ) async throws(CatalogueError) -> Page<Item>

  /// What observers see of the list.
  private struct State {
    var phase = LoadingPhase.waiting
    var items: [Item] = []
    var total = 0
    var isWhole = true
    var origin = AnswerOrigin.catalogue
    var correction: String?
    var next: Int?
  }

  var phase: LoadingPhase { state.phase }
  var items: [Item] { state.items }
  var total: Int { state.total }
  /// Whether the total is exact.
  var isWhole: Bool { state.isWhole }
  /// Where the least reliable of its pages comes from.
  var origin: AnswerOrigin { state.origin }
  /// The words that were searched for in place of misspelled ones, or nil.
  var correction: String? { state.correction }
  /// Whether the beginning is being looked up again.
  var isRefreshing: Bool { refreshing.isRunning }
  var hasMore: Bool { state.next != nil }

  // The macro `Observable` would make a key path at each access, which takes long in a generic type (`make bench`: a
  // journey).
  private let registrar = ObservationRegistrar()
  private let observed: KeyPath<PagedList, State> = \.state
  private var stored = State()
  /// The number of pages in the list.
  private var pages = 0
  /// Counts requests: answers to older ones are ignored.
  private var lastRequest = 0
  /// The ``CatalogueSelection/version`` of the catalogue that was asked.
  private var catalogueVersion: Int?
  /// The next page, if it has been loaded in the background.
  private var upcoming: (offset: Int, page: Page<Item>)?
  private var upcomingWork: BackgroundWork?
  private let refreshing = BackgroundRefresh()

  /// Loads a page.
  var load: Load
  /// What belongs to the items of a new page, which is loaded before the list is ready.
  var onPage: AppearanceWork?
  private let inBackground: BackgroundStart
  private let services: BooksServices
  private let key: KeyPath<Item, Key>

  /// Creates a list that waits for its first page.
  ///
  /// - Parameters:
  ///   - key: tells items apart: a real service repeats some of them across pages.
  ///   - inBackground: starts background work of the list's owner.
  ///   - load: loads a page.
  init(
    services: BooksServices, key: KeyPath<Item, Key>, inBackground: @escaping BackgroundStart,
    load: @escaping Load
  ) {
    self.services = services
    self.key = key
    self.inBackground = inBackground
    self.load = load
  }

  private var state: State {
    registrar.access(self, keyPath: observed)
    return stored
  }

  private func change(_ body: (inout State) -> Void) {
    registrar.withMutation(of: self, keyPath: observed) { body(&stored) }
  }

  // MARK: Loading

  /// Whether the list is to be loaded: it never was, something has passed that kept it from that, or another
  /// catalogue has been chosen.
  var isDue: Bool {
    phase == .waiting || items.isEmpty && phase.isPassing
      || catalogueVersion != services.selection.version
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
    catalogueVersion = services.selection.version
    if let earlier = catalogue.earlier, let page = try? await load(earlier, 0) {
      guard request == lastRequest else { return }
      await show(page, at: 0, request)
      // Meanwhile more items or another list may have been asked for.
      if request == lastRequest, page.origin != .catalogue { refresh() }
      return
    }
    if request == lastRequest { await append(from: 0, request) }
  }

  /// Clears the list, which then waits for its items.
  func clear() {
    change { $0 = State() }
    upcoming = nil
    upcomingWork?.cancel()
    refreshing.cancel()
    _ = begin()
  }

  /// Loads the next page, if there is one.
  func loadMore() async {
    guard let next = state.next else { return }
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
    change { $0.phase = .loading }
    lastRequest += 1
    return lastRequest
  }

  private func append(from offset: Int, _ request: Int) async {
    do throws(CatalogueError) {
      let page = try await load(services.catalogue, offset)
      if request == lastRequest { await show(page, at: offset, request) }
    } catch {
      if request == lastRequest { change { $0.phase = .failed(error) } }
    }
  }

  private func show(_ page: Page<Item>, at offset: Int, _ request: Int) async {
    upcoming = nil
    pages = offset == 0 ? 1 : pages + 1
    change { list in
      if offset == 0 { (list.origin, list.items) = (page.origin, []) }
      let known = Set(list.items.map { $0[keyPath: key] })
      list.items += page.items.filter { !known.contains($0[keyPath: key]) }
      list.origin = list.origin.joined(page.origin)
      list.total = max(page.total, list.items.count)
      list.isWhole = page.isWhole
      list.correction = page.correction
      list.next = page.next
    }
    await onPage?()
    guard request == lastRequest else { return }
    change { $0.phase = .ready }
    if page.origin == .catalogue { loadNext() }
  }

  // MARK: In the background

  /// Looks the beginning up again. A list that has grown stays as it is.
  private func refresh() {
    guard pages == 1 else { return }
    let request = lastRequest
    refreshing.start(inBackground, "look the list up again") { [self] in
      try? await load(services.catalogue, 0)
    } apply: { [self] page in
      guard request == lastRequest else { return }
      // Items of another catalogue do not replace these.
      if case .standIn = page.origin { return }
      await show(page, at: 0, request)
    }
  }

  /// Loads the next page, of a catalogue that takes its time.
  private func loadNext() {
    guard let next = state.next, services.catalogue.earlier != nil else { return }
    let request = lastRequest
    upcomingWork = inBackground("load the next page") { [self] in
      guard let page = try? await load(services.catalogue, next), request == lastRequest else {
        return
      }
      upcoming = (next, page)
    }
  }
}
