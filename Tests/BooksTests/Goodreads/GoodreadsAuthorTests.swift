import Catalogue
import Files
import Services
import Core
import Testing

@testable import Books

@Suite("Authors in Goodreads files")
struct GoodreadsAuthorTests {
  private let scene: GoodreadsScene

  init() throws { scene = try GoodreadsScene() }

  @Test("An author with a suffix after a comma is one author, also last name first")
  func suffix() async throws {
    let header = "Title,Author,Author l-f,Additional Authors,My Rating"
    let row = #"Why We Can't Wait,"Martin Luther King, Jr.","King, Martin Luther, Jr.",A. Reader,0"#
    try await scene.importFile([row], header: header)
    let read = try await scene.stores.store(of: .guest).allEntries()[0].book.authors.map(\.name)
    #expect(read == ["Martin Luther King, Jr.", "A. Reader"])
    try await scene.change("Why We Can't Wait") { $0.rating = 4 }
    let rated = row.dropLast() + "4"
    #expect(try await scene.exportFile() == "\(header)\n\(rated)\n")
    try await scene.change("Why We Can't Wait") {
      $0.book.authors = ["Martin Luther King", "Jr.", "A. Reader"].map { AuthorName(name: $0) }
    }
    #expect(try await scene.exportFile() == "\(header)\n\(rated)\n", "as earlier versions read it")
    try await scene.change("Why We Can't Wait") {
      $0.book.authors = [AuthorName(name: "Henry Louis Gates, Jr.")]
    }
    #expect(
      try await scene.exportFile()
        == header
        + #"\#nWhy We Can't Wait,"Henry Louis Gates, Jr.","Gates, Henry Louis, Jr.",,4\#n"#)
  }

  @Test("A further author with a comma or a suffix is one author to another library")
  func comma() async throws {
    let header = "Title,Author,Additional Authors,My Rating"
    let names = ["Ann", "Solo, Han", "King, Jr.", "\"Weird Al\" Yankovic"]
    try await scene.importFile(["Exile,Ann,Bo,0"], header: header)
    try await scene.change("Exile") { exile in
      exile.book.authors = names.map { AuthorName(name: $0) }
    }
    let file = try await scene.exportFile()
    #expect(file.contains(#"Ann,"""Solo, Han"", King, Jr., ""Weird Al"" Yankovic","#))
    let other = try GoodreadsScene()
    try await other.importFile(text: file)
    #expect(try await other.entry("Exile").book.authors.map(\.name) == names)
    #expect(try await other.exportFile() == file)
  }

  @Test("An author who was entered last name first is one author to another library")
  func lastNameFirst() async throws {
    let header = "Title,Author,Author l-f,Additional Authors,My Rating"
    try await scene.importFile(["Exile,Han Solo,\"Solo, Han\",Leia Organa,0"], header: header)
    try await scene.change("Exile") {
      $0.book.authors = ["Solo, Han", "Leia Organa"].map { AuthorName(name: $0) }
    }
    let file = try await scene.exportFile()
    let other = try GoodreadsScene()
    try await other.importFile(text: file)
    let entry = try await other.entry("Exile")
    #expect(entry.book.authors.map(\.name) == ["Solo, Han", "Leia Organa"])
    #expect(try await other.exportFile() == file)
    // Its row in a file without the column has two names, and is the same book.
    try await other.importFile(["Exile,\"Solo, Han\",4"], header: "Title,Author,My Rating")
    #expect(try await other.stores.store(of: .guest).allEntries().map(\.rating) == [4])
  }
}
