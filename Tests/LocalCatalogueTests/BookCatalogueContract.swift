import Catalogue
import LocalCatalogue
import TestKit
import Testing

/// The contract of ``BookCatalogue`` for catalogues on this machine.
@Suite("Every book catalogue", .serialized)
struct BookCatalogueContract {
  @Test("A catalogue has featured books, each once and with a title", arguments: NamedCatalogue.all)
  func featured(_ named: NamedCatalogue) async throws {
    let books = try await named.catalogue.featured().items
    #expect(books.count >= 10)
    #expect(Set(books.map(\.reference)).count == books.count)
    #expect(books.allSatisfy { !$0.title.isEmpty })
  }

  @Test("A catalogue finds a book by its title in any case", arguments: NamedCatalogue.all)
  func title(_ named: NamedCatalogue) async throws {
    for book in try await named.catalogue.featured().items.prefix(10) {
      for words in [book.title, book.title.lowercased(), book.title.uppercased()] {
        let page = try await named.catalogue.search(BookQuery(words: words), offset: 0, limit: 10)
        #expect(page.items.contains { $0.reference == book.reference }, "\(words)")
      }
    }
  }

  @Test("A catalogue finds a book by its title and author together", arguments: NamedCatalogue.all)
  func titleAndAuthor(_ named: NamedCatalogue) async throws {
    let book = try #require(await named.catalogue.featured().items.first)
    let author = try #require(book.authors.first)
    let query = BookQuery(words: "\(author.name) \(book.title)")
    let page = try await named.catalogue.search(query, offset: 0, limit: 10)
    #expect(page.items.first?.reference == book.reference)
  }

  @Test("A catalogue neither omits nor repeats books across pages", arguments: NamedCatalogue.all)
  func paging(_ named: NamedCatalogue) async throws {
    let catalogue = named.catalogue
    for query in [
      BookQuery(words: "the"), BookQuery(words: "the", order: .oldest), BookQuery(toYear: 1900),
    ] {
      let whole = try await catalogue.search(query, offset: 0, limit: 1000)
      // One more, one less and exactly as many as there are, where errors at the end are likely.
      for limit in [7, 20, whole.items.count - 1, whole.items.count, whole.items.count + 1] {
        let pages = try await catalogue.pages(of: limit) { offset, limit throws(CatalogueError) in
          try await catalogue.search(query, offset: offset, limit: limit)
        }
        for page in pages {
          #expect(page.items.count <= limit)
          #expect(Set(page.items.map(\.reference)).count == page.items.count)
          #expect(page.total >= whole.items.count)
        }
        let found = Set(pages.flatMap(\.items).map(\.reference))
        #expect(found == Set(whole.items.map(\.reference)), "\(query) by \(limit)")
      }
    }
  }

  @Test("A catalogue has an empty page after the end", arguments: NamedCatalogue.all)
  func behindTheEnd(_ named: NamedCatalogue) async throws {
    let page = try await named.catalogue.search(
      BookQuery(words: "the", order: .oldest), offset: 1_000_000, limit: 20)
    #expect(page.items.isEmpty)
    #expect(page.next == nil)
  }

  @Test(
    "A catalogue filters by years, and omits books without a year", arguments: NamedCatalogue.all)
  func years(_ named: NamedCatalogue) async throws {
    let ranges: [(from: Int?, to: Int?)] = [(1800, 1899), (nil, -1), (2000, nil), (1965, 1965)]
    for range in ranges {
      let query = BookQuery(fromYear: range.from, toYear: range.to)
      let books = try await named.catalogue.search(query, offset: 0, limit: 1000).items
      #expect(!books.isEmpty, "\(range)")
      let bounds = (range.from ?? Int.min)...(range.to ?? Int.max)
      #expect(books.allSatisfy { $0.year.map(bounds.contains) ?? false }, "\(range)")
    }
    let never = BookQuery(fromYear: 1950, toYear: 1900)
    #expect(try await named.catalogue.search(never, offset: 0, limit: 10).items.isEmpty)
  }

  @Test("A catalogue filters by language", arguments: NamedCatalogue.all)
  func language(_ named: NamedCatalogue) async throws {
    let language = try #require(await named.catalogue.featured().items.first?.languages.first)
    let books = try await named.catalogue.search(
      BookQuery(language: language), offset: 0, limit: 1000
    ).items
    #expect(!books.isEmpty)
    #expect(books.allSatisfy { $0.languages.contains(language) })
  }

  @Test("A catalogue filters by the author's name", arguments: NamedCatalogue.all)
  func author(_ named: NamedCatalogue) async throws {
    let book = try #require(await named.catalogue.featured().items.first)
    let author = try #require(book.authors.first)
    let found = try await named.catalogue.search(
      BookQuery(author: author.name), offset: 0, limit: 1000
    ).items
    #expect(found.contains { $0.reference == book.reference })
    #expect(found.allSatisfy { $0.authors.contains(author) })
  }

  @Test("A catalogue sorts by year, with undated books last", arguments: NamedCatalogue.all)
  func order(_ named: NamedCatalogue) async throws {
    for order in [BookQuery.Order.oldest, .newest] {
      let books = try await named.catalogue.search(
        BookQuery(words: "the", order: order), offset: 0, limit: 1000
      ).items
      #expect(books.contains { $0.year == nil } && books.contains { $0.year != nil })
      let years = books.map { $0.year ?? (order == .oldest ? Int.max : Int.min) }
      #expect(years == years.sorted { order == .oldest ? $0 < $1 : $0 > $1 })
    }
  }

  @Test("A catalogue finds nothing for an empty query", arguments: NamedCatalogue.all)
  func empty(_ named: NamedCatalogue) async throws {
    let page = try await named.catalogue.search(BookQuery(), offset: 0, limit: 10)
    #expect(page.items.isEmpty)
    #expect(page.next == nil)
  }

  @Test(
    "A catalogue accepts any text as a query", arguments: NamedCatalogue.all,
    Hostile.texts + HostileLookup.queries)
  func hostileText(_ named: NamedCatalogue, _ text: String) async throws {
    for query in [
      BookQuery(words: text), BookQuery(author: text), BookQuery(subject: text),
      BookQuery(words: "dune", language: text),
    ] {
      let page = try await named.catalogue.search(query, offset: 0, limit: 10)
      #expect(page.items.count <= 10)
      #expect(Set(page.items.map(\.reference)).count == page.items.count, "each book once")
    }
  }
}
