import Catalogue
import Services
import Foundation
import TestKit
import Testing

@testable import OpenLibrary

@Suite("Open Library's answers")
struct OpenLibraryCatalogueTests {
  @Test("A complete book is decoded with all its values")
  func fullDocument() async throws {
    let page = try await found(
      """
      {"key":"/works/OL1W","title":"Война и мир","author_name":["Leo Tolstoy","N. N."],"author_key":["OL2A"],
       "first_publish_year":1869,"language":["rus"],"number_of_pages_median":1225,"cover_i":7}
      """)
    let expected = CatalogueBook(
      reference: CatalogueReference(source: "openlibrary", key: "OL1W"), title: "Война и мир",
      authors: [AuthorName(key: "OL2A", name: "Leo Tolstoy"), AuthorName(key: nil, name: "N. N.")],
      year: 1869, languages: ["rus"], pages: 1225, cover: 7)
    #expect(page.items == [expected])
    #expect(page.next == nil)
  }

  @Test("A book needs no more than a key and a title")
  func missingFields() async throws {
    let page = try await found(
      """
      {}, {"key":"/works/a"}, {"title":"No key"}, {"key":"/works/b","title":""},
      {"key":"/works/c","title":"C"}
      """, count: "5")
    #expect(page.items.map(\.title) == ["C"])
    #expect(page.items.first?.authors == [])
    #expect(page.items.first?.year == nil)
  }

  @Test("A cover of -1 or 0 is no cover", arguments: [-1, 0])
  func noCover(_ number: Int) async throws {
    let page = try await found(#"{"key":"/works/a","title":"A","cover_i":\#(number)}"#)
    #expect(page.items.first?.cover == nil)
  }

  @Test("A duplicate key in a page is one book, and paging continues after both")
  func repeatedKeys() async throws {
    let page = try await found(
      """
      {"key":"/works/a","title":"A"},{"key":"/works/a","title":"A"},{"key":"/works/b","title":"B"}
      """, count: "9")
    #expect(page.items.map(\.title) == ["A", "B"])
    #expect(page.next == 3)
  }

  @Test("An empty page ends a list, whatever total was announced")
  func emptyPage() async throws {
    let page = try await found("", count: "500")
    #expect(page.next == nil)
  }

  @Test(
    "Words or a filter of signs alone match nothing, without a request",
    arguments: [
      BookQuery(words: "!!!"), BookQuery(words: "dune", author: "\""),
      BookQuery(words: "dune", subject: "*"), BookQuery(words: "()", fromYear: 1990),
    ])
  func signs(_ query: BookQuery) async throws {
    let page = try await OpenLibraryCatalogue([:]).search(query, offset: 0, limit: 20)
    #expect(page.items.isEmpty && page.total == 0 && page.next == nil)
  }

  @Test(
    "An operator is a word, or no part of one",
    arguments: [
      ("NOT WITHOUT MY DAUGHTER", "not WITHOUT MY DAUGHTER"), ("War OR Peace", "War or Peace"),
      ("ANDES NOTES", "ANDES NOTES"), ("a && b || c", "a b c"),
      ("+a -b !c d+ e- f!", "a b c d e f"), ("catch-22 a+b", "catch-22 a+b"),
      (#"{a} b^2 c* d\ <e> f|g"#, "a b 2 c d e f g"), ("- + ! *", ""), ("9/11 ~?", "9/11 ~?"),
      ("'Salem's Lot 'n'", "Salem's Lot n"),
    ])
  func operators(_ text: String, _ words: String) {
    #expect(OpenLibraryCatalogue.plainWords(text) == words)
  }

  @Test(
    "Two characters are searched for in titles",
    arguments: [
      (BookQuery(words: "it"), "title:(it)"), (BookQuery(words: "三国"), "title:(三国)"),
      (BookQuery(words: "*OR*"), "title:(or)"), (BookQuery(words: "x"), "x"),
      (BookQuery(words: "its"), "its"),
      (BookQuery(words: "it", language: "eng"), "it language:eng"),
    ])
  func twoCharacters(_ query: BookQuery, _ words: String) {
    #expect(OpenLibraryCatalogue.words(of: query) == words)
  }

  @Test(
    "A subject is asked for by the service's key",
    arguments: [
      ("Sea stories", "sea_stories"),
      ("Sherlock Holmes (Fictitious character)", "sherlock_holmes_(fictitious_character)"),
      ("Fiction, mystery & detective, general", "fiction_mystery__detective_general"),
      ("United States. Army", "united_states._army"), (" A/B?#%\u{1}\n ", "ab"),
    ])
  func subjectKey(_ subject: String, _ key: String) throws {
    #expect(try OpenLibraryCatalogue.slug(of: subject) == key)
  }

  @Test("A subject without letters and digits, or a very long one, is not there")
  func noSubjectKey() {
    for subject in ["", "..", "/../", String(repeating: "x", count: 201)] {
      #expect(throws: CatalogueError.notFound) { try OpenLibraryCatalogue.slug(of: subject) }
    }
  }

  @Test("The books of a subject have other keys")
  func subject() async throws {
    let json = """
      {"work_count":4,"works":[
        {"key":"/works/a","title":"A","cover_id":12,"authors":[{"key":"/authors/x","name":"X"},{}],
         "first_publish_year":null},
        {"key":"/works/b","title":"B","cover_id":-1,"authors":null},
        {"key":"/works/a","title":"A again"},
        {"title":"No key"}]}
      """
    let page = try await OpenLibraryCatalogue(["/subjects/sea_stories.json": json])
      .books(onSubject: "Sea stories", offset: 0, limit: 20)
    #expect(page.items.map(\.title) == ["A", "B"])
    #expect(page.items.map(\.cover) == [12, nil])
    #expect(page.items.first?.authors == [AuthorName(key: "x", name: "X")])
    #expect(page.items.first?.year == nil)
    #expect(page.next == nil)
  }

  @Test("Only the last component of a key is used")
  func path() async throws {
    let page = try await found(#"{"key":"/works/../../x","title":"A"}"#)
    #expect(page.items.map(\.reference.key) == ["x"])
  }
}
