import Catalogue
import Core
import Observation

/// The editions of a book, by pages.
///
/// Like a ``BookListViewModel`` it shows an earlier answer first and looks it up again in the background, where it
/// also loads the next page before it is asked for.
@MainActor @Observable final class EditionsViewModel {
  private(set) var phase = LoadingPhase.waiting
  private(set) var editions: [CatalogueEdition] = []
  /// Where the list's beginning comes from.
  private(set) var origin = AnswerOrigin.catalogue
  /// Whether the beginning is being looked up again.
  private(set) var isRefreshing = false
  /// The offset of the next page, or nil at the end.
  private var next: Int? = 0
  /// The number of pages in the list.
  @ObservationIgnored private var pages = 0
  /// The next page, if it has been loaded in the background.
  @ObservationIgnored private var upcoming: (offset: Int, page: Page<CatalogueEdition>)?
  /// Starts background work of the list's owner.
  @ObservationIgnored var inBackground: BackgroundStart?
  @ObservationIgnored private let key: String
  @ObservationIgnored private let services: BooksServices

  init(_ key: String, services: BooksServices) {
    self.key = key
    self.services = services
  }

  var hasMore: Bool { next != nil }

  /// Loads the first page, if it is not there. Looks an earlier answer up again: the catalogue may be back.
  var appearance: AppearanceWork? {
    if editions.isEmpty, phase != .ready { return loadMore }
    guard phase != .loading, origin != .catalogue, !isRefreshing else { return nil }
    return { [self] in refresh() }
  }

  /// Loads the next page, or tries it again.
  func loadMore() async {
    guard let offset = next, phase != .loading else { return }
    phase = .loading
    if let upcoming, upcoming.offset == offset { return show(upcoming.page, at: offset) }
    if offset == 0, let earlier = services.catalogue.earlier,
      let page = try? await page(of: earlier, at: 0)
    {
      show(page, at: 0)
      if page.origin != .catalogue { refresh() }
      return
    }
    do throws(CatalogueError) {
      show(try await page(of: services.catalogue, at: offset), at: offset)
    } catch {
      phase = .failed(error)
    }
  }

  private func page(
    of catalogue: any BookCatalogue, at offset: Int
  ) async throws(CatalogueError) -> Page<CatalogueEdition> {
    try await catalogue.editions(of: key, offset: offset, limit: BookListViewModel.pageSize)
  }

  private func show(_ page: Page<CatalogueEdition>, at offset: Int) {
    upcoming = nil
    if offset == 0 {
      editions = []
      pages = 0
      origin = page.origin
    }
    pages += 1
    // A real service repeats keys across pages.
    let known = Set(editions.map(\.key))
    editions += page.items.filter { !known.contains($0.key) }
    next = page.next
    phase = .ready
    if page.origin == .catalogue { loadNext() }
  }

  /// Looks the beginning up again. A list that has grown stays as it is.
  private func refresh() {
    guard pages == 1 else { return }
    _ = inBackground?("look editions up again") { [self] in
      isRefreshing = true
      defer { isRefreshing = false }
      guard let page = try? await page(of: services.catalogue, at: 0) else { return }
      // Editions of another catalogue do not replace these.
      if case .standIn = page.origin { return }
      if pages == 1, phase != .loading { show(page, at: 0) }
    }
  }

  /// Loads the next page, of a catalogue that takes its time.
  private func loadNext() {
    guard let next, services.catalogue.earlier != nil else { return }
    _ = inBackground?("load the next page of editions") { [self] in
      guard let page = try? await page(of: services.catalogue, at: next), next == self.next else {
        return
      }
      upcoming = (next, page)
    }
  }
}
