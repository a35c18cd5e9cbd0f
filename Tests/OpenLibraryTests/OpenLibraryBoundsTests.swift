import Catalogue
import Foundation
import OpenLibrary
import Testing

@Suite("The bounds of Open Library's records")
struct OpenLibraryBoundsTests {
  private func book(_ work: String) async throws -> CatalogueBookDetail {
    try await OpenLibraryCatalogue(["/works/a.json": work, "/search.json": #"{"docs":[]}"#])
      .book("a")
  }

  @Test(
    "A title has no control characters, a line break in it is a space, and its ends have none",
    arguments: [
      (#"\u001b[2J\u202e\u0000A"#, "[2JA"), (#"A\r\nB\nC\tD"#, "A B C D"),
      (#"\u009b31m\u007f\u0085A"#, "31m A"), (#"\u2028A\u2029\u2066B\u2069"#, "A B"),
      ("  Dune ", "Dune"), (#"\u00a0Dune\u3000"#, "Dune"),
      ("شاهنامه\u{200C}ها", "شاهنامه\u{200C}ها"), ("e\u{301} 👩‍👩‍👧", "e\u{301} 👩‍👩‍👧"),
    ])
  func line(_ text: String, _ title: String) async throws {
    let page = try await found(#"{"key":"/works/a","title":"\#(text)"}"#)
    #expect(page.items.map { Array($0.title.unicodeScalars) } == [Array(title.unicodeScalars)])
  }

  @Test("A description keeps its paragraphs, and nothing else that a terminal obeys")
  func paragraphs() async throws {
    let detail = try await book(
      #"{"title":"A","description":{"value":"\u001bA\r\n\r\nB\rC\u0007"}}"#)
    #expect(detail.summary == "A\n\nB\nC")
  }

  @Test("A title without a visible character is none")
  func blank() async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"\u0000\u001b"},{"key":"/works/b","title":" \n"}"#)
    #expect(page.items.isEmpty)
    let ignored = #"\u200b \u00ad\u2060\u3164\ufeff\u200e"#
    #expect(try await found(#"{"key":"/works/a","title":"\#(ignored)"}"#).items.isEmpty)
    let named = try await found(
      #"{"key":"/works/a","title":"A","author_name":["\#(ignored)","N"],"author_key":["m","n"]}"#)
    #expect(named.items.map(\.authors) == [[AuthorName(key: "n", name: "N")]])
    await #expect(throws: CatalogueError.notFound) { try await book(#"{"title":"\u0007"}"#) }
    let detail = try await book(#"{"title":"A","subjects":[""," \n","\u0000","S"]}"#)
    #expect(detail.subjects == ["S"])
  }

  @Test("Names and subjects have no white space at their ends")
  func ends() async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"A","author_name":[" N ","  "],"author_key":["n","m"]}"#)
    #expect(page.items.map(\.authors) == [[AuthorName(key: "n", name: "N")]])
    #expect(try await book(#"{"title":"A","subjects":[" S\n"," "]}"#).subjects == ["S"])
    let author = try await OpenLibraryCatalogue([
      "/authors/a.json": #"{"name":" A ","alternate_names":["B "],"birth_date":" 1900"}"#
    ])
    .author("a")
    #expect(author == CatalogueAuthor(key: "a", name: "A", otherNames: ["B"], born: "1900"))
  }

  @Test("Long texts and lists are cut")
  func long() async throws {
    let long = String(repeating: "龍", count: 100_000)
    let names = [String](repeating: #""N""#, count: 1000).joined(separator: ",")
    let page = try await found(
      #"{"key":"/works/a","title":"\#(long)","author_name":[\#(names)]}"#)
    let item = try #require(page.items.first)
    #expect(item.title == String(repeating: "龍", count: 999) + "…")
    #expect(item.authors.count == 60)
    let detail = try await book(#"{"title":"A","description":"\#(long)","subjects":[\#(names)]}"#)
    #expect(detail.summary?.count == 8000)
    #expect(detail.subjects.count == 60)
    let authors = [String](repeating: #"{"name":"N"}"#, count: 1000).joined(separator: ",")
    let subject = try await OpenLibraryCatalogue([
      "/subjects/x.json": #"{"works":[{"key":"/works/a","title":"A","authors":[\#(authors)]}]}"#
    ])
    .books(onSubject: "x", offset: 0, limit: 20)
    #expect(subject.items.first?.authors.count == 60)
  }

  @Test("A long text is cut between two characters, and one without a visible character is none")
  func cut() async throws {
    let (marked, spaces) = (
      String(repeating: "e\u{301}", count: 600), String(repeating: " ", count: 1200)
    )
    let page = try await found(
      #"{"key":"/works/a","title":"A\#(marked)"},{"key":"/works/b","title":"\#(spaces)"}"#)
    #expect(page.items.map(\.title) == ["A" + String(repeating: "e\u{301}", count: 499) + "…"])
  }

  @Test("One character with a thousand marks is no longer than any other text")
  func marks() async throws {
    let marks = String(repeating: "\u{301}", count: 100_000)
    let page = try await found(#"{"key":"/works/a","title":"A\#(marks)"}"#)
    #expect(page.items.first?.title.unicodeScalars.count == 1000)
  }

  @Test(
    "Of more books than were asked for only the first are read, and the list goes on behind them")
  func many() async throws {
    let docs = (0..<5000).map { #"{"key":"/works/OL\#($0)W","title":"A"}"# }
    let page = try await found(docs.joined(separator: ","), count: "5000")
    #expect(page.items.count == 100)
    #expect(page.next == 100)
  }

  @Test(
    "A number out of range is left out",
    arguments: ["9223372036854775807", "-9223372036854775808", "10000000000"])
  func numbers(_ number: String) async throws {
    let page = try await found(
      #"{"key":"/works/a","title":"A","first_publish_year":\#(number),"cover_i":\#(number),"#
        + #""number_of_pages_median":\#(number)}"#, count: number)
    let item = try #require(page.items.first)
    #expect(item.year == nil && item.pages == nil && item.cover == nil)
    #expect(page.total == 1)
  }

  @Test(
    "A year that is an error in a dump is none in a list, either",
    arguments: [
      ("0", nil), ("9999", nil), ("2101", nil), ("-4001", nil), ("2100", 2100), ("-411", -411),
    ] as [(String, Int?)])
  func years(_ number: String, _ year: Int?) async throws {
    let record = #"{"key":"/works/a","title":"A","first_publish_year":\#(number)}"#
    #expect(try await found(record).items.map(\.year) == [year])
    let subject = try await OpenLibraryCatalogue(["/subjects/x.json": #"{"works":[\#(record)]}"#])
      .books(onSubject: "x", offset: 0, limit: 20)
    #expect(subject.items.map(\.year) == [year])
  }

  @Test(
    "A book with an invalid key is left out, and so is an author's key",
    arguments: ["", "a b", "a?b", #"a\u001b[2J"#, #"\u202e"#, "%2e", "ä"])
  func keys(_ key: String) async throws {
    let page = try await found(
      #"{"key":"/works/\#(key)","title":"A"},{"key":"/works/b","title":"B","#
        + #""author_name":["N"," "],"author_key":["\#(key)"]}"#)
    #expect(page.items.map(\.title) == ["B"])
    #expect(page.items.first?.authors == [AuthorName(key: nil, name: "N")])
  }

  @Test("The books of a subject, and authors, have the same bounds")
  func others() async throws {
    let subject = try await OpenLibraryCatalogue([
      "/subjects/x.json": #"{"work_count":1e9,"works":[{"key":"/works/a","title":"\u001bA","#
        + #""first_publish_year":99999,"authors":[{"key":"/authors/a b","name":"\u0000N"}]}]}"#
    ])
    .books(onSubject: "x", offset: 0, limit: 20)
    let author = AuthorName(key: nil, name: "N")
    #expect(subject.items.map(\.title) == ["A"])
    #expect(subject.items.map(\.authors) == [[author]])
    #expect(subject.items.map(\.year) == [nil])
    let person = try await OpenLibraryCatalogue([
      "/authors/a.json": #"{"name":"\u001bA","birth_date":"\n","bio":"\u0007B","#
        + #""alternate_names":["\u009bC"]}"#
    ])
    .author("a")
    let expected = CatalogueAuthor(key: "a", name: "A", otherNames: ["C"], biography: "B")
    #expect(person == expected)
  }
}
