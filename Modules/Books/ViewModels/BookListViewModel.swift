import Catalogue
import Services
import Core
import Observation

/// A list of a catalogue's books that grows page by page, each marked with what the reader made of
/// it.
@MainActor @Observable final class BookListViewModel {
  /// Where the list stands.
  enum Phase: Hashable {
    case waiting
    case loading
    case ready
    case failed(CatalogueError)
  }

  /// The number of books that are asked for at a time.
  static let pageSize = 20

  private(set) var phase = Phase.waiting
  private(set) var books: [CatalogueBook] = []
  private(set) var total = 0
  /// Whether the total is all that there is.
  private(set) var isWhole = true
  /// What the reader made of the books that are listed.
  private(set) var marks: [CatalogueReference: LibraryEntry] = [:]
  /// Why it could not be read which books are on a shelf, or nil.
  private(set) var marksProblem: StorageError?
  private var next: Int?
  /// Counts the requests: the answer to an older one is not taken any more.
  @ObservationIgnored private var lastRequest = 0

  /// What stands beside the list, if it has a column for that.
  @ObservationIgnored var secondColumn: SecondColumn?
  @ObservationIgnored private let library: Library
  @ObservationIgnored var load: (_ offset: Int) async throws(CatalogueError) -> Page<CatalogueBook>

  init(
    library: Library,
    load: @escaping (_ offset: Int) async throws(CatalogueError) -> Page<CatalogueBook>
  ) {
    self.library = library
    self.load = load
  }

  var hasMore: Bool { next != nil }

  /// The book whose page stands beside the list.
  var shownBook: CatalogueReference? { secondColumn?.reference }

  /// The book with this key, among those that are listed.
  func book(_ key: String) -> CatalogueBook? {
    books.first { $0.reference.key == key }
  }

  /// Forgets all books and starts again.
  func reload() async {
    books = []
    total = 0
    isWhole = true
    next = nil
    await append(from: 0)
  }

  /// Fetches the next page, if there is one.
  func loadMore() async {
    if let next { await append(from: next) }
  }

  /// Reads again which books are on a shelf.
  func refreshMarks() async {
    let references = books.map(\.reference)
    do throws(StorageError) {
      marks = try await library.read { store throws(StorageError) in
        try await store.entries(for: references)
      }
      marksProblem = nil
    } catch {
      // Marks that can't be read now stay as they were.
      marksProblem = error == .cancelled ? nil : error
    }
  }

  /// What to do when the list becomes visible.
  var appearance: AppearanceWork {
    { [self] in
      if phase == .waiting { await reload() } else { await refreshMarks() }
    }
  }

  private func append(from offset: Int) async {
    phase = .loading
    lastRequest += 1
    let request = lastRequest
    do throws(CatalogueError) {
      let page = try await load(offset)
      guard request == lastRequest else { return }
      // Pages of a real service repeat keys.
      let known = Set(books.map(\.reference))
      books += page.items.filter { !known.contains($0.reference) }
      total = max(page.total, books.count)
      isWhole = page.isWhole
      next = page.next
      await refreshMarks()
      if request == lastRequest { phase = .ready }
    } catch {
      if request == lastRequest { phase = .failed(error) }
    }
  }
}
