import Catalogue
import Foundation
import HTTP
import OpenLibrary
import TestKit
import Testing

@Suite("Hostile answers of Open Library")
struct OpenLibraryFuzzTests {
  private static let rounds =
    ProcessInfo.processInfo.environment["TEST_NIGHTLY"] == nil ? 40 : 4000

  /// A catalogue whose server answers well, apart from random changes.
  private func catalogue(_ seed: Int) throws -> OpenLibraryCatalogue {
    let library = try OpenLibraryServer(varying: seed % 3 == 0 ? [.textObjects, .nullYears] : [])
    let client = MemoryHTTPClient { request in
      let target = request.url.absoluteString.dropFirst(openLibrary.absoluteString.count)
      let reply = library.reply(to: ServerRequest(target: String(target)))
      guard case .data(let data) = reply.body else {
        return .json(Data(), status: reply.status, from: request.url)
      }
      var fuzzer = OpenLibraryFuzzer(seed: UInt64(seed))
      return .json(fuzzer.changed(data), status: reply.status, from: request.url)
    }
    return OpenLibraryCatalogue(OpenLibraryGateway(client))
  }

  @Test("Any JSON is a bounded answer or an error", .timeLimit(.minutes(60)))
  func anything() async throws {
    var (answers, errors) = (0, 0)
    for seed in 0..<Self.rounds {
      let catalogue = try catalogue(seed)
      for question in Question.allCases {
        do throws(CatalogueError) {
          try await ask(question, catalogue, seed)
          answers += 1
        } catch { errors += 1 }
      }
    }
    // Both happen often.
    #expect(min(answers, errors) > Self.rounds / 2, "\(answers) answers, \(errors) errors")
  }

  private enum Question: CaseIterable {
    case search, subject, featured, book, author, editions
  }

  private func ask(
    _ question: Question, _ catalogue: OpenLibraryCatalogue, _ seed: Int
  ) async throws(CatalogueError) {
    switch question {
    case .search:
      let query = BookQuery(words: "letters")
      check(try await catalogue.search(query, offset: 20, limit: 20), seed)
    case .subject:
      check(try await catalogue.books(onSubject: "Fiction", offset: 0, limit: 20), seed)
    case .featured: check(try await catalogue.featured(), seed)
    case .editions:
      let page = try await catalogue.editions(of: "OL1W", offset: 0, limit: 20)
      #expect(page.items.count <= 100, "\(seed)")
      for edition in page.items {
        #expect((try? CatalogueReference.checkedKey(edition.key)) != nil, "\(seed)")
        #expect(BookBounds.kept(edition.pages, BookBounds.pages) == edition.pages, "\(seed)")
        #expect(BookBounds.kept(edition.cover, BookBounds.cover) == edition.cover, "\(seed)")
        let texts = [edition.title, edition.published, edition.language, edition.isbn]
        check(edition.publishers + texts.compactMap(\.self), seed)
      }
    case .book:
      let detail = try await catalogue.book("OL1W")
      check(detail.book, seed)
      check(detail.subjects + [detail.summary ?? ""], seed)
    case .author:
      let author = try await catalogue.author("OL2A")
      let texts = [author.name, author.born, author.died, author.biography].compactMap(\.self)
      check(author.otherNames + texts, seed)
    }
  }

  private func check(_ page: Page<CatalogueBook>, _ seed: Int) {
    #expect(page.items.count <= 100 && (0...2_000_000_000).contains(page.total), "\(seed)")
    #expect(Set(page.items.map(\.reference)).count == page.items.count, "\(seed)")
    for book in page.items { check(book, seed) }
  }

  private func check(_ book: CatalogueBook, _ seed: Int) {
    #expect((try? CatalogueReference.checkedKey(book.reference.key)) != nil, "\(seed)")
    #expect(BookBounds.kept(book.year, BookBounds.year) == book.year, "\(seed)")
    #expect(BookBounds.kept(book.pages, BookBounds.pages) == book.pages, "\(seed)")
    #expect(BookBounds.kept(book.cover, BookBounds.cover) == book.cover, "\(seed)")
    let keys = book.authors.compactMap(\.key)
    #expect(keys.allSatisfy { (try? CatalogueReference.checkedKey($0)) != nil }, "\(seed)")
    check([book.title, book.alternativeTitle].compactMap(\.self), seed)
    check(book.authors.map(\.name), seed)
    check(book.languages, seed)
    #expect(!book.title.isEmpty, "\(seed)")
  }

  private func check(_ texts: [String], _ seed: Int) {
    #expect(texts.count <= 100, "\(seed)")
    for text in texts {
      #expect(text.utf8.count <= 32_000, "\(seed)")
      let isPlain = text.unicodeScalars.allSatisfy { scalar in
        switch scalar.value {
        case 0..<0x0A, 0x0B..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: false
        default: true
        }
      }
      #expect(isPlain, "\(seed)")
    }
  }
}
