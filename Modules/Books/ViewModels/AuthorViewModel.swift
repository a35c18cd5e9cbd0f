import Catalogue
import Core
import Observation

/// An author and their books.
@MainActor @Observable final class AuthorViewModel {
  let key: String
  private(set) var author: CatalogueAuthor?
  let list: BookListViewModel

  @ObservationIgnored private let services: BooksServices
  /// The ``CatalogueSelection/version`` of the catalogue that was asked.
  @ObservationIgnored private var catalogueVersion: Int?
  @ObservationIgnored private let inBackground: BackgroundStart
  @ObservationIgnored private let refreshing = BackgroundRefresh()

  /// - Parameter inBackground: starts background work of the page's owner.
  init(key: String, services: BooksServices, inBackground: @escaping BackgroundStart) {
    self.key = key
    self.services = services
    self.inBackground = inBackground
    list = BookListViewModel(
      services: services, inBackground: inBackground, load: Self.books(byAuthor: key))
  }

  /// Loads the missing parts of the author and the books.
  func appear() async {
    // Without its books an author's page has failed.
    if await loadMissingAuthor() { await list.pages.reload() } else { await list.appear() }
  }

  /// Tries again after a failure: loads the missing parts of the author and the books.
  func retry() async {
    if await loadMissingAuthor() { await list.pages.reload() } else { await list.pages.tryAgain() }
  }

  /// Loads the author, if missing or of a catalogue that is no longer chosen. Looks one up again that is not
  /// from the catalogue: it may be back.
  ///
  /// - Returns: whether the author was loaded and has another key, so that the list begins again.
  private func loadMissingAuthor() async -> Bool {
    if author != nil, catalogueVersion != services.selection.version { show(nil) }
    guard author == nil else {
      refresh()
      return false
    }
    await loadAuthor()
    return author.map { $0.key != key } ?? false
  }

  private func loadAuthor() async {
    let version = services.selection.version
    catalogueVersion = version
    refreshing.cancel()
    if let earlier = services.catalogue.earlier, let known = try? await earlier.author(key) {
      guard version == catalogueVersion else { return }
      show(known)
      return refresh()
    }
    let found = try? await services.catalogue.author(key)
    if version == catalogueVersion { show(found) }
  }

  /// Looks an author up again who is not from the catalogue, in the background.
  private func refresh() {
    guard let known = author, known.origin != .catalogue else { return }
    refreshing.start(inBackground, "look the author up again") { [self] in
      try? await services.catalogue.author(key)
    } apply: { [self] new in
      // The page doesn't show how old the author's details are, so another earlier answer would change nothing.
      // What the local catalogue knows does not replace them.
      guard new.origin == .catalogue else { return }
      show(new)
      if new.key != known.key { await list.pages.reload() }
    }
  }

  /// Shows an author, and lists the books by the author's own key: an author who was merged with another one
  /// has the other one's.
  private func show(_ author: CatalogueAuthor?) {
    self.author = author
    list.pages.load = Self.books(byAuthor: author?.key ?? key)
  }

  /// Loads the books of an author.
  private static func books(byAuthor key: String) -> BookListViewModel.Pages.Load {
    { catalogue, offset throws(CatalogueError) in
      try await catalogue.books(byAuthor: key, offset: offset, limit: BookListViewModel.pageSize)
    }
  }
}
