import Catalogue
import Core
import LocalCatalogue
import Services
import Synchronization
import TestKit
import Testing

@testable import Books

@Suite("Looking a book up again in the background")
@MainActor struct BookRefreshTests {
  /// A catalogue whose answers the test gives, after an earlier one.
  @MainActor private final class Answers {
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var count = 0

    /// Waits for the test, and returns the number of the question.
    func next() async -> Int {
      count += 1
      let number = count
      await withCheckedContinuation { waiting.append($0) }
      return number
    }

    /// Answers a question, the first being 0.
    func give(_ index: Int) { waiting[index].resume() }

    /// How many questions wait, and have waited.
    var asked: Int { waiting.count }
  }

  private struct LateCatalogue: BooksOnly {
    let answers: Answers
    let isEarlier: Bool

    var earlier: (any BookCatalogue)? {
      isEarlier ? nil : LateCatalogue(answers: answers, isEarlier: true)
    }

    func book(
      _ key: String, listed: CatalogueBook?
    ) async throws(CatalogueError) -> CatalogueBookDetail {
      let book = CatalogueBook(
        reference: CatalogueReference(source: "test", key: key), title: "Dune")
      guard !isEarlier else {
        return CatalogueBookDetail(
          book: book, summary: "earlier", origin: .earlier(seconds: 60, because: nil))
      }
      let number = await answers.next()
      return CatalogueBookDetail(
        book: book, summary: "answer \(number)", origin: .earlier(seconds: 60, because: nil))
    }

    func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor {
      guard !isEarlier else {
        return CatalogueAuthor(
          key: key, name: "earlier", origin: .earlier(seconds: 60, because: nil))
      }
      let number = await answers.next()
      return CatalogueAuthor(key: key, name: "answer \(number)")
    }
  }

  /// A catalogue that fails, or describes each book.
  private final class FailingCatalogue: BooksOnly {
    let error: Mutex<CatalogueError?>

    init(_ error: CatalogueError) { self.error = Mutex(error) }

    func book(
      _ key: String, listed: CatalogueBook?
    ) async throws(CatalogueError) -> CatalogueBookDetail {
      if let error = error.withLock(\.self) { throw error }
      let book = CatalogueBook(reference: .test(key), title: "Dune", languages: ["eng"])
      return CatalogueBookDetail(book: book, summary: "found", subjects: ["Epic"])
    }
  }

  @Test(
    "A book of the library is looked up again if the catalogue could not say what it knows",
    arguments: [CatalogueError.offline, .notFound])
  func undescribed(error: CatalogueError) async throws {
    let context = AppContext.test()
    let stores = MemoryLibraryStores()
    try await stores.store(of: .guest).save(.sample(1, reference: "dune"))
    let library = Library(
      stores: stores, owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    let catalogue = FailingCatalogue(error)
    let works = StartedWork()
    let model = BookDetailViewModel(
      .entry("entry-1"),
      services: BooksServices(
        selection: CatalogueSelection(only: catalogue, context: context), library: library),
      inBackground: works.start)
    await model.load()
    #expect(model.phase == .ready && model.detail == nil)
    catalogue.error.withLock { $0 = nil }
    await model.appear()
    await works.endAll()
    #expect(model.detail?.summary == (error == .offline ? "found" : nil))
  }

  @Test("A listed book without pages that was added while the server was away gets its subjects")
  func listedWithoutPages() async {
    let catalogue = FailingCatalogue(.offline)
    let listed = CatalogueBook(reference: .test("dune"), title: "Dune", languages: ["eng"])
    let model = BookDetailViewModel(
      .listed(listed),
      services: BooksServices(
        selection: CatalogueSelection(only: catalogue, context: .test()),
        library: LibraryScene().library))
    await model.load()
    await model.put(on: .wantToRead, model.entryToChange())
    #expect(model.book?.subjects == [] && model.detail == nil)
    catalogue.error.withLock { $0 = nil }
    await model.load()
    #expect(model.book?.subjects == ["Epic"] && model.entry?.book.subjects == [])
  }

  @Test("A book that a catalogue did not know is looked up in one that was chosen meanwhile")
  func otherCatalogue() async throws {
    let context = AppContext.test()
    let library = Library(
      stores: MemoryLibraryStores(), owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    let without = FailingCatalogue(.notFound)
    let with = FailingCatalogue(.notFound)
    with.error.withLock { $0 = nil }
    let selection = CatalogueSelection(context: context, store: MemoryKeyValueStore()) {
      choice, _ in choice.source == .local ? without : with
    }
    let model = BookDetailViewModel(
      .catalogue(.test("dune")),
      services: BooksServices(selection: selection, library: library))
    await model.load()
    await model.appear()
    #expect(model.phase == .failed(.notFound))
    try await selection.choose(.openLibrary)
    await model.appear()
    #expect(model.detail?.summary == "found")
  }

  @Test("A book's page is looked up in the catalogue that was chosen meanwhile")
  func chosenMeanwhile() async throws {
    let context = AppContext.test()
    let away = FailingCatalogue(.offline)
    let selection = CatalogueSelection(context: context, store: MemoryKeyValueStore()) {
      choice, _ in
      if choice.source == .openLibrary { return away }
      return RecordingCatalogue([CatalogueBook(reference: .test("dune"), title: "Dune")])
    }
    let works = StartedWork()
    let model = BookDetailViewModel(
      .catalogue(.test("dune")),
      services: BooksServices(selection: selection, library: LibraryScene().library),
      inBackground: works.start)
    await model.load()
    #expect(model.detail != nil && model.detail?.summary == nil)
    try await selection.choose(.openLibrary)
    await model.appear()
    await works.endAll()
    // What can't be looked up stays, until it can.
    #expect(model.phase == .ready && model.detail?.summary == nil && works.count == 1)
    away.error.withLock { $0 = nil }
    for _ in 1...2 {
      await model.appear()
      await works.endAll()
    }
    #expect(model.detail?.summary == "found" && works.count == 2)
  }

  @Test("An author's page ignores the late answer of a catalogue that is no longer chosen")
  func lateAuthor() async throws {
    let context = AppContext.test()
    let answers = Answers()
    let selection = CatalogueSelection(context: context, store: MemoryKeyValueStore()) {
      choice, _ in
      if choice.source == .local {
        return RecordingCatalogue(authors: [CatalogueAuthor(key: "lem", name: "local")])
      }
      return LateCatalogue(answers: answers, isEarlier: false)
    }
    try await selection.choose(.openLibrary)
    let works = StartedWork()
    let model = AuthorViewModel(
      key: "lem",
      services: BooksServices(selection: selection, library: LibraryScene().library),
      inBackground: works.start)
    await model.appear()
    #expect(model.author?.name == "earlier" && answers.asked == 1)
    try await selection.choose(.local)
    await model.appear()
    #expect(model.author?.name == "local")
    answers.give(0)
    await works.endAll()
    #expect(model.author?.name == "local")
  }

  @Test("An older answer neither replaces the newest nor ends its progress")
  func newest() async throws {
    let context = AppContext.test()
    let library = Library(
      stores: MemoryLibraryStores(), owner: context.owner, clock: context.clock,
      identifiers: context.identifiers)
    let answers = Answers()
    let selection = CatalogueSelection(
      only: LateCatalogue(answers: answers, isEarlier: false), context: context)
    let works = StartedWork()
    let model = BookDetailViewModel(
      .catalogue(CatalogueReference(source: "test", key: "dune")),
      services: BooksServices(selection: selection, library: library), inBackground: works.start)
    await model.load()
    await model.appear()
    #expect(answers.asked == 2)
    #expect(model.isRefreshing)
    answers.give(0)
    await works.end(0)
    #expect(model.detail?.summary == "earlier")
    #expect(model.isRefreshing)
    answers.give(1)
    await works.end(1)
    #expect(model.detail?.summary == "answer 2")
    #expect(!model.isRefreshing)
  }
}

/// A catalogue that has books, and no lists and authors.
private protocol BooksOnly: BookCatalogue {}

extension BooksOnly {
  func featured() async throws(CatalogueError) -> Page<CatalogueBook> { throw .notFound }
  func search(
    _ query: BookQuery, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> { throw .notFound }
  func books(
    onSubject subject: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> { throw .notFound }
  func books(
    byAuthor key: String, offset: Int, limit: Int
  ) async throws(CatalogueError) -> Page<CatalogueBook> { throw .notFound }
  func author(_ key: String) async throws(CatalogueError) -> CatalogueAuthor { throw .notFound }
}
