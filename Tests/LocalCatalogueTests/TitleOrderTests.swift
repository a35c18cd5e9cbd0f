import Catalogue
import LocalCatalogue
import Testing

@Suite("Sorting a local catalogue by title")
struct TitleOrderTests {
  /// Lists of titles in their order, each with a word of all of them.
  static let lists: [(String, [String])] = [
    ("tree", ["An Apple Tree", "The Fig Tree", "Lemon Tree", "A Plum Tree", "The Tree"]),
    (
      "ways",
      [
        "9 Ways", "10 Ways 2", "10 Ways 17", "21, 300 Ways", "The 100 Ways", "20,000 Ways", "Ways",
      ]
    ),
    ("stories", ends.map { "The collected stories for children, stories \($0)" }),
    ("stories", ends.map { "\(String(repeating: "Повести ", count: 40)) stories \($0)" }),
  ]

  private static let ends = ["four", "one", "three", "two"]

  private let files: TemporaryCatalogue

  init() throws { files = try TemporaryCatalogue() }

  @Test(
    "Titles are sorted by their numbers and ends and without an article, as on shelves",
    arguments: lists)
  func order(_ word: String, _ titles: [String]) async throws {
    let catalogue = try await files.imported(
      titles.reversed().enumerated().map { Dump.work($0 + 1, $1) })
    let query = BookQuery(words: word, order: .title)
    let page = try await catalogue.search(query, offset: 0, limit: 9)
    #expect(page.items.map(\.title) == titles)
  }
}
