import Catalogue
import Services
import Core
import Observation

/// A list of a catalogue's books that grows by pages, with marks for the reader's own.
@MainActor @Observable final class BookListViewModel {
  typealias Pages = PagedList<CatalogueBook, CatalogueReference>

  /// The number of books per request.
  static let pageSize = 20

  /// The books, as the catalogue lists them.
  let pages: Pages
  /// The reader's entries of the listed books.
  private(set) var marks: [CatalogueReference: LibraryEntry] = [:]
  /// Why the marks could not be loaded, or nil.
  private(set) var marksProblem: StorageError?

  /// The ISBN that the list was asked for, or nil.
  @ObservationIgnored var isbn: String?
  @ObservationIgnored private let library: Library
  @ObservationIgnored private let secondColumn: SecondColumn?
  @ObservationIgnored private var requests = RequestOrder()

  /// Creates a list that waits for its first page.
  ///
  /// - Parameters:
  ///   - inBackground: starts background work of the list's owner.
  ///   - secondColumn: the column beside the list, if there is one.
  ///   - load: loads a page.
  init(
    services: BooksServices, inBackground: @escaping BackgroundStart,
    beside secondColumn: SecondColumn? = nil, load: @escaping Pages.Load
  ) {
    library = services.library
    self.secondColumn = secondColumn
    pages = Pages(
      services: services, key: \.reference, inBackground: inBackground, load: load)
    pages.onPage = { [weak self] in await self?.refreshMarks() }
  }

  var books: [CatalogueBook] { pages.items }

  /// The book whose page is beside the list.
  var shownBook: CatalogueReference? { secondColumn?.reference }

  /// The reader's entry whose page is beside the list.
  var shownEntry: LibraryEntry.ID? { secondColumn?.entry }

  /// The listed book with this key.
  func book(_ key: String) -> CatalogueBook? {
    books.first { $0.reference.key == key }
  }

  /// Loads the marks again, and the list if it is due.
  func appear() async {
    if !pages.isDue { await refreshMarks() }
    await pages.appearance?()
  }

  /// Loads the marks again.
  private func refreshMarks() async {
    // Of several results any may have the number.
    let isbn = books.count == 1 ? isbn : nil
    let links = books.map { BookLink($0, isbn: isbn) }
    let request = requests.begin()
    do throws(StorageError) {
      let read = try await library.read("reading books") { reader throws(StorageError) in
        try reader.copies(of: links)
      }
      // A page that came meanwhile has marks, too.
      if requests.advance(to: request) { (marks, marksProblem) = (read, nil) }
    } catch {
      // Marks that can't be loaded stay unchanged.
      if requests.advance(to: request) { marksProblem = error == .cancelled ? nil : error }
    }
  }
}
