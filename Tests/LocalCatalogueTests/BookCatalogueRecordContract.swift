import Catalogue
import LocalCatalogue
import TestKit
import Testing

/// The contract of ``BookCatalogue`` on this machine, for single books, authors and subjects.
@Suite("The records of every book catalogue")
struct BookCatalogueRecordContract {
  @Test("A book in a list equals the book loaded by its key", arguments: NamedCatalogue.all)
  func detail(_ named: NamedCatalogue) async throws {
    for book in try await named.catalogue.featured().items {
      #expect(try await named.catalogue.book(book.reference.key).book == book)
    }
  }

  @Test("An author has the name given in the book, and has the book", arguments: NamedCatalogue.all)
  func author(_ named: NamedCatalogue) async throws {
    for book in try await named.catalogue.featured().items {
      let author = try #require(book.authors.first)
      let key = try #require(author.key)
      #expect(try await named.catalogue.author(key).name == author.name)
      let books = try await named.catalogue.books(byAuthor: key, offset: 0, limit: 1000).items
      #expect(books.contains(book))
      #expect(books.allSatisfy { $0.authors.contains(author) })
    }
  }

  @Test("A book is found under each of its subjects", arguments: NamedCatalogue.all)
  func subject(_ named: NamedCatalogue) async throws {
    let catalogue = named.catalogue
    let book = try #require(await catalogue.featured().items.first)
    let subjects = try await catalogue.book(book.reference.key).subjects
    #expect(!subjects.isEmpty)
    for subject in subjects {
      let pages = try await catalogue.pages(of: 50) { offset, limit throws(CatalogueError) in
        try await catalogue.books(onSubject: subject, offset: offset, limit: limit)
      }
      let found = pages.flatMap(\.items)
      #expect(found.contains { $0.reference == book.reference }, "\(subject)")
      #expect(Set(found.map(\.reference)).count == pages.last?.total, "\(subject)")
    }
  }

  @Test("An unknown key is not found, and its lists are empty", arguments: NamedCatalogue.all)
  func unknown(_ named: NamedCatalogue) async throws {
    let catalogue = named.catalogue
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book("no-such-book") }
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author("nobody-at-all") }
    let byAuthor = try await catalogue.books(byAuthor: "nobody-at-all", offset: 0, limit: 10)
    #expect(byAuthor.items.isEmpty)
    let onSubject = try await catalogue.books(onSubject: "no-such-subject", offset: 0, limit: 10)
    #expect(onSubject.items.isEmpty)
  }

  @Test("An invalid key is not found", arguments: NamedCatalogue.all, HostileLookup.keys)
  func hostileKey(_ named: NamedCatalogue, _ key: String) async throws {
    let catalogue = named.catalogue
    await #expect(throws: CatalogueError.notFound) { try await catalogue.book(key) }
    await #expect(throws: CatalogueError.notFound) { try await catalogue.author(key) }
    await #expect(throws: CatalogueError.notFound) {
      try await catalogue.books(byAuthor: key, offset: 0, limit: 10)
    }
    // A subject may have any name, but these do not exist.
    do throws(CatalogueError) {
      let page = try await catalogue.books(onSubject: key, offset: 0, limit: 10)
      #expect(page.items.isEmpty)
    } catch {
      #expect(error == .notFound)
    }
  }

  @Test("A cancelled task gets no answer", arguments: NamedCatalogue.all)
  func cancelled(_ named: NamedCatalogue) async {
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      return try await named.catalogue.featured().items
    }
    await #expect(throws: CatalogueError.cancelled) { try await task.value }
  }
}
