import Catalogue
import Core
import Observation

/// The editions of a book, by pages.
@MainActor @Observable final class EditionsViewModel {
  private(set) var phase = BookListViewModel.Phase.waiting
  private(set) var editions: [CatalogueEdition] = []
  /// The offset of the next page, or nil at the end.
  private var next: Int? = 0
  @ObservationIgnored private let key: String
  @ObservationIgnored private let services: BooksServices

  init(_ key: String, services: BooksServices) {
    self.key = key
    self.services = services
  }

  var hasMore: Bool { next != nil }

  /// Loads the first page, if it is not there.
  var appearance: AppearanceWork? {
    editions.isEmpty && phase != .ready ? loadMore : nil
  }

  /// Loads the next page, or tries it again.
  func loadMore() async {
    guard let offset = next, phase != .loading else { return }
    phase = .loading
    do throws(CatalogueError) {
      let page = try await services.catalogue.editions(
        of: key, offset: offset, limit: BookListViewModel.pageSize)
      // A real service repeats keys across pages.
      let known = Set(editions.map(\.key))
      editions += page.items.filter { !known.contains($0.key) }
      next = page.next
      phase = .ready
    } catch {
      phase = .failed(error)
    }
  }
}
