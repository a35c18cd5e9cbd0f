import Catalogue
import HTTP
import OpenLibrary
import TestKit
import Testing

@Suite("Odd records of Open Library")
struct OddRecordTests {
  /// A catalogue above a gateway, as in the app.
  private func catalogue(_ answers: [String: String]) -> OpenLibraryCatalogue {
    OpenLibraryCatalogue(OpenLibraryGateway(MemoryHTTPClient(answers)))
  }

  private func found(_ docs: String, count: String = "1") async throws -> Page<CatalogueBook> {
    try await catalogue(["/search.json": #"{"numFound":\#(count),"docs":[\#(docs)]}"#])
      .search(BookQuery(words: "x"), offset: 0, limit: 20)
  }

  @Test(
    "A value of another type is left out, and its book is not",
    arguments: [
      #""first_publish_year":"1869""#, #""first_publish_year":{}"#,
      #""number_of_pages_median":"vii""#, #""number_of_pages_median":3.5"#, #""cover_i":[7]"#,
      #""cover_i":true"#, #""author_name":"N""#, #""author_name":5,"author_key":{}"#,
      #""first_publish_year":99999999999999999999999"#, #""cover_i":-1e400"#, #""language":"eng""#,
      #""language":[5,null,{}]"#, #""author_name":[null,[],1e400]"#,
    ])
  func values(_ field: String) async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"A",\#(field)},{"key":"/works/b","title":"B"}"#, count: #""two""#)
    let books = ["a", "b"].map { key in
      CatalogueBook(
        reference: CatalogueReference(source: "openlibrary", key: key), title: key.uppercased())
    }
    #expect(page.items == books && page.total == 2)
  }

  @Test("A book whose key or title is of another type is left out")
  func books() async throws {
    let page = try await found(
      #"{"key":5,"title":"A"},{"key":"/works/b","title":["B"]},{"key":"/works/c","title":"C"}"#)
    #expect(page.items.map(\.title) == ["C"])
  }

  @Test("A name that is left out leaves the others their keys")
  func names() async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"A","author_name":["X",5,"Z","N"],"author_key":["x","y",7,"n"]}"#)
    #expect(
      page.items.first?.authors == [
        AuthorName(key: "x", name: "X"), AuthorName(name: "Z"), AuthorName(key: "n", name: "N"),
      ])
  }

  @Test("If keys must be numbered, a book with another one is left out, and an author has none")
  func numberedKeys() async throws {
    var catalogue = OpenLibraryCatalogue([
      "/search.json":
        #"{"docs":[{"key":"/works/dune","title":"A"},{"key":"/works/OL1A","title":"B"},"#
        + #"{"key":"/works/OL1W","title":"C","author_name":["X","Y"],"author_key":["x","OL1A"]}]}"#,
      "/works/OL2W.json": #"{"type":{"key":"/type/redirect"},"location":"/works/dune"}"#,
      "/works/dune.json": #"{"title":"D"}"#,
    ])
    catalogue.needsNumberedKeys = true
    let page = try await catalogue.search(BookQuery(words: "x"), offset: 0, limit: 20)
    #expect(page.items.map(\.reference.key) == ["OL1W"])
    let authors = [AuthorName(name: "X"), AuthorName(key: "OL1A", name: "Y")]
    #expect(page.items.first?.authors == authors)
    let numbered = catalogue
    await #expect(throws: CatalogueError.notFound) { try await numbered.book("OL2W") }
  }

  @Test("An author whom an answer names twice is listed once")
  func twice() async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"A","author_name":["X","Y","Z"],"author_key":["x","y","x"]}"#)
    let authors = [AuthorName(key: "x", name: "X"), AuthorName(key: "y", name: "Y")]
    #expect(page.items.map(\.authors) == [authors])
    let x = #"{"key":"/authors/x","name":"X"}"#
    let subject = try await catalogue([
      "/subjects/x.json": #"{"work_count":1,"works":[{"key":"/works/a","title":"A","#
        + #""authors":[\#(x),{"key":"/authors/y","name":"Y"},\#(x)]}]}"#
    ])
    .books(onSubject: "x", offset: 0, limit: 20)
    #expect(subject.items.map(\.authors) == [authors])
  }

  @Test("A record that is no object is skipped, and the next page begins behind it")
  func skipped() async throws {
    let docs = #"5,"x",null,[],{"key":"/works/a","title":"A"}"#
    let page = try await found(docs, count: "9")
    #expect(page.items.map(\.title) == ["A"] && page.next == 5)
    let subject = try await catalogue([
      "/subjects/x.json": #"{"work_count":9,"works":[null,{"key":"/works/a","title":"A","#
        + #""authors":[5,{"name":7},{"name":"N"}],"cover_id":"7"}]}"#
    ])
    .books(onSubject: "x", offset: 0, limit: 20)
    #expect(subject.items.map(\.authors) == [[AuthorName(name: "N")]] && subject.next == 2)
  }

  @Test("An edition with odd values is listed among the others")
  func editions() async throws {
    let json = #"""
      {"size": [], "entries": [
        {"key": "/books/OL1M", "title": "One", "publishers": "P", "publish_date": 1999,
         "number_of_pages": "vii", "languages": [5, {"key": 7}, {"key": "/languages/eng"}],
         "covers": [null, "x", 5], "isbn_10": [5, "0000000000"], "isbn_13": "x"},
        "x", {"key": "/books/OL2M", "title": "Two", "languages": "eng", "covers": 7}]}
      """#
    let page = try await catalogue(["/works/OL1W/editions.json": json])
      .editions(of: "OL1W", offset: 0, limit: 5)
    #expect(
      page.items == [
        CatalogueEdition(
          key: "OL1M", title: "One", language: "eng", cover: 5, isbn: "0000000000"),
        CatalogueEdition(key: "OL2M", title: "Two"),
      ])
    #expect(page.total == 3)
  }

  @Test("A work and an author with odd values have their pages")
  func records() async throws {
    let work = #"""
      {"type": "x", "location": 5, "title": "A", "description": {"value": 5}, "subjects": [5, "S"],
       "covers": {}, "authors": [5, {"author": 7}], "first_publish_date": 1937}
      """#
    let author = #"""
      {"type": {"key": 5}, "location": {}, "name": "N", "alternate_names": "M", "birth_date": 1900,
       "death_date": [], "bio": 5}
      """#
    let catalogue = catalogue([
      "/works/a.json": work, "/authors/a.json": author, "/search.json": #"{"docs":[5]}"#,
    ])
    let detail = try await catalogue.book("a")
    #expect(detail.book.title == "A" && detail.summary == nil && detail.subjects == ["S"])
    #expect(detail.origin == .catalogue)
    #expect(try await catalogue.author("a") == CatalogueAuthor(key: "a", name: "N"))
  }

  @Test(
    "Half of a surrogate pair is U+FFFD, and hides no other text",
    arguments: [
      (#"\ud83d"#, "\u{FFFD}"), (#"\uDE00 A\ud83dA"#, "\u{FFFD} A\u{FFFD}A"),
      (#"\ud83d\ud83d\ude00\ude00"#, "\u{FFFD}😀\u{FFFD}"),
      (#"\ud83d\n\\ud83d"#, "\u{FFFD} \\ud83d"),
    ])
  func loneSurrogates(_ text: String, _ title: String) async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"\#(text)"},{"key":"/works/b","title":"B"}"#)
    #expect(page.items.map(\.title) == [title, "B"])
  }

  @Test("Half of a surrogate pair that is the end of the answer is unreadable")
  func cutOff() async {
    for end in [#"\ud83d"#, #"\ud83"#, #"\"#] {
      await #expect(throws: CatalogueError.unreadable) {
        try await catalogue(["/search.json": #"{"docs":[{"title":"\#(end)"#])
          .search(BookQuery(words: "x"), offset: 0, limit: 20)
      }
    }
  }

  @Test(
    "Text that is no JSON, or too many values, spoil the whole answer; numbers out of range do not",
    arguments: [
      (.invalidUTF8, false), (.nul, false), (.rawControlSequences, false), (.loneSurrogate, true),
      (.truncated, false), (.twoValues, false), (.deepArrays, false), (.otherTypes, false),
      (.tinyValues, false), (.manyNests, false), (.manyBooks, true),
      (.hugeNumbers, true), (.longNumber, true), (.escapedNul, true), (.duplicateKeys, true),
    ] as [(ContentFault, Bool)])
  func malformed(_ fault: ContentFault, _ isRead: Bool) async throws {
    let client = MemoryHTTPClient { request in .json(fault.data, from: request.url) }
    let catalogue = OpenLibraryCatalogue(OpenLibraryGateway(client))
    do throws(CatalogueError) {
      _ = try await catalogue.search(BookQuery(words: "x"), offset: 0, limit: 20)
      #expect(isRead)
    } catch {
      #expect(error == .unreadable && !isRead)
    }
  }
}
