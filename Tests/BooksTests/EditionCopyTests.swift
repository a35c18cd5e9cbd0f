import Catalogue
import Testing

@testable import Books

@Suite("The copy of a book after its edition was chosen")
struct EditionCopyTests {
  private let first = CatalogueEdition(
    key: "1", title: "Der Wüstenplanet", pages: 800, language: "ger", cover: 7, isbn: "3453185676")

  @Test("An edition gives its title, pages, language, cover and ISBN")
  func whole() {
    var copy = BookCopy(
      title: "Dune", year: 1965, pages: 412, language: "eng", cover: 1, subjects: ["Epic"],
      isbn: "9780547928227")
    copy.apply(first)
    #expect(
      copy
        == BookCopy(
          title: "Der Wüstenplanet", alternativeTitle: "Dune", year: 1965, pages: 800,
          language: "ger", cover: 7, subjects: ["Epic"], isbn: "9783453185678"))
  }

  @Test("An edition without details keeps the pages, language and cover before it, not the ISBN")
  func poor() {
    var copy = BookCopy(title: "Dune")
    copy.apply(first)
    copy.apply(CatalogueEdition(key: "2", title: "Der Wüstenplanet"))
    #expect(copy.pages == 800 && copy.language == "ger" && copy.cover == 7)
    #expect(copy.alternativeTitle == "Dune" && copy.isbn == nil)
  }

  @Test("Invalid numbers of an edition change nothing")
  func invalid() {
    var copy = BookCopy(title: "Dune", pages: 412, cover: 1)
    copy.apply(CatalogueEdition(key: "3", title: "Dune", pages: 0, cover: -1, isbn: "1"))
    #expect(copy == BookCopy(title: "Dune", pages: 412, cover: 1))
  }
}
