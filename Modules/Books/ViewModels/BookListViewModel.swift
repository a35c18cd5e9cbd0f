import Catalogue
import Services
import Core
import Observation

/// A list of a catalogue's books that grows by pages, with marks for the reader's own.
@MainActor @Observable final class BookListViewModel {
  /// The list's phase.
  enum Phase: Hashable {
    case waiting
    case loading
    case ready
    case failed(CatalogueError)
  }

  /// The number of books per request.
  static let pageSize = 20

  private(set) var phase = Phase.waiting
  private(set) var books: [CatalogueBook] = []
  private(set) var total = 0
  /// Whether the total is exact.
  private(set) var isWhole = true
  /// The reader's entries of the listed books.
  private(set) var marks: [CatalogueReference: LibraryEntry] = [:]
  /// Why the marks could not be loaded, or nil.
  private(set) var marksProblem: StorageError?
  private var next: Int?
  /// Counts requests: answers to older ones are ignored.
  @ObservationIgnored private var lastRequest = 0

  /// The second column, if the list has one.
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

  /// The book whose page is beside the list.
  var shownBook: CatalogueReference? { secondColumn?.reference }

  /// The listed book with this key.
  func book(_ key: String) -> CatalogueBook? {
    books.first { $0.reference.key == key }
  }

  /// Clears the list and loads it again.
  func reload() async {
    books = []
    total = 0
    isWhole = true
    next = nil
    await append(from: 0)
  }

  /// Loads the next page, if there is one.
  func loadMore() async {
    if let next { await append(from: next) }
  }

  /// Loads the marks again.
  func refreshMarks() async {
    let references = books.map(\.reference)
    do throws(StorageError) {
      marks = try await library.read { store throws(StorageError) in
        try await store.entries(for: references)
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
      // A real service repeats keys across pages.
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
