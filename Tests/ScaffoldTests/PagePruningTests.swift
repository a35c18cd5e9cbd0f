import Foundation
import Testing

@testable import Scaffold

@Suite("A page after a removal") struct PagePruningTests {
  @Test("A pruned page has no row, item or link that names a deleted file")
  func pages() {
    let page = """
      | [Shop](Modules/Shop) | sells |
      | [Books](Modules/Books) | reads |
      | a promise | `Modules/Shop/A.swift` | `Tests/BTests/B.swift` |
      | Shop | the word in a table of the team |
      - see [the shop](Docs/shop.md),
        and more
      - see [books](Docs/books.md)

      It has [a shop](Docs/shop.md) and [books](Docs/books.md).
      """
    let pruning = PagePruning(
      gone: ["Modules/Shop/A.swift", "Docs/shop.md"], modules: ["Shop"], removesTemplate: false)
    #expect(
      pruning.prune("- new: [a shop](Docs/shop.md)", path: "CHANGELOG.md") == "- new: a shop")
    #expect(
      pruning.prune(page, path: "README.md") == """
        | [Books](Modules/Books) | reads |
        | Shop | the word in a table of the team |
        - see [books](Docs/books.md)

        It has a shop and [books](Docs/books.md).
        """)
  }

  @Test("A folder in a deleted module is gone, and one elsewhere with the module's name stays")
  func folders() {
    let page = """
      | `Modules/Shop/Services` | stock |
      | `Tests/ShopTests/Support` | helpers |
      | `Tests/AppTests/Shop` | journeys |

      See [its services](../Modules/Shop/Services) and [the journeys](../Tests/AppTests/Shop).
      """
    let pruning = PagePruning(gone: [], modules: ["Shop", "ShopTests"], removesTemplate: false)
    #expect(
      pruning.prune(page, path: "Docs/page.md") == """
        | `Tests/AppTests/Shop` | journeys |

        See its services and [the journeys](../Tests/AppTests/Shop).
        """)
  }

  @Test("A folder whose files all go is gone, too, and one with another file stays")
  func emptyFolders() {
    let gone: Set = ["Tests/AppTests/Shop/Old/A.swift", "Tests/AppTests/Shop/B.swift", "Docs/a.md"]
    let folders: Set = ["Tests/AppTests/Shop/Old", "Tests/AppTests/Shop"]
    let all = Array(gone) + ["Docs/b.md", "Tests/AppTests/C.swift"]
    #expect(PagePruning.withFolders(gone, among: all) == gone.union(folders))
  }

  @Test("A link whose text goes on in the next line becomes text, too, but none of two paragraphs")
  func wrappedLink() {
    let page = """
      The stock is in [the list of all
      shops](shop.md), and [the books
      of others](books.md).

      An open [ bracket

      and a [shop](shop.md).
      """
    let pruning = PagePruning(gone: ["Docs/shop.md"], modules: [], removesTemplate: false)
    #expect(
      pruning.prune(page, path: "Docs/page.md") == """
        The stock is in the list of all
        shops, and [the books
        of others](books.md).

        An open [ bracket

        and a shop.
        """)
  }

  @Test("A pruned page has nothing indented below a deleted item, in any kind of list")
  func below() {
    let page = """
      - shops
        - see [the shop](shop.md):
          - prices
          and more

          a paragraph

          ```
          - code
          ```
        - others

      1. first `Modules/Shop/A.swift`

         its paragraph

      2. second

      * a star: [the shop](shop.md)
        - its item
      * another

      | a row |
      |---|
      | kept |
      | `Modules/Shop/A.swift` |

          code

      - the last one: `Modules/Shop/A.swift`

        its paragraph

      """
    let pruning = PagePruning(
      gone: ["Modules/Shop/A.swift", "Docs/shop.md"], modules: ["Shop"], removesTemplate: false)
    let table = "| a row |\n|---|\n| kept |\n\n    code\n"
    let rest = "- shops\n  - others\n\n2. second\n\n* another\n\n\(table)"
    #expect(pruning.prune(page, path: "Docs/page.md") == rest)
    // The changelog keeps what was.
    let history = pruning.prune(page, path: "CHANGELOG.md").split(separator: "\n")
    #expect(history.count == page.split(separator: "\n").count)
  }

  @Test("A page keeps one empty line where a marked region went from between two")
  func emptyLines() throws {
    let region = "<!-- feature: Shop -->\nshops\n<!-- end -->\n"
    let page = "\(region)\n# A page\n\n\(region)\n\(region)\nBooks.\n\(region)\nMore.\n\n\nEnd.\n"
    let stripped = try FeatureMarks(removed: ["Shop"]).strip(page, path: "Docs/page.md")
    #expect(stripped == "# A page\n\nBooks.\n\nMore.\n\n\nEnd.\n")
    #expect(try FeatureMarks(removed: ["Books"]).strip(page, path: "Docs/page.md") == page)
  }

  @Test("A pruned page has no marked row or item, no table without rows and no empty section")
  func emptyParts() {
    let page = """
      # A page

      ## Shops

      | shop |
      |---|
      | one <!-- feature: Books, Shop --> |

      ### Opening hours

      - one <!-- feature: Shop -->
        and more

      ## Commands

      | command |
      |---|
      | two <!-- feature: Books --> |
      | three <!-- feature: all --> |

      ```
      ## no heading
      ## and none here
      ```

      ## Shops again

      | shop |
      |---|
      | `Modules/Shop/A.swift` |

      """
    let rest = "```\n## no heading\n## and none here\n```\n"
    #expect(
      pruned(page, without: ["Shop"]) == """
        # A page

        ## Commands

        | command |
        |---|
        | two <!-- feature: Books --> |
        | three <!-- feature: all --> |

        \(rest)
        """)
    #expect(pruned(page, without: ["Shop", "Books"]) == "# A page\n\n## Commands\n\n\(rest)")
    #expect(pruned(page, without: ["Recipes"]) == page)
  }

  @Test("The page about features keeps rows that name a removed feature's files, and no marked one")
  func exampleRows() {
    let kept = "| file |\n|---|\n| `Modules/Shop/A.swift` |\n- `Tests/ShopTests`\n"
    let page = kept.replacing("- ", with: "| one <!-- feature: Shop --> |\n- ")
    let pruning = PagePruning(gone: [], modules: ["Shop", "ShopTests"], removesTemplate: false)
    #expect(pruning.prune(page, path: "Docs/features.md") == kept)
    #expect(pruning.prune(page, path: "Docs/page.md") == "")
  }

  @Test("A feature of a name that pages show as an example goes without a change of a page")
  func exampleNames() throws {
    let folder = ProjectFolder(root: Project.original)
    let features = try FeatureRemoval(root: folder.root).features
    var pages: [String: String] = [:]
    for path in folder.paths where path.hasSuffix(".md") { pages[path] = try folder.text(path) }
    var names: Set<String> = []
    for page in pages.values {
      for match in page.matches(of: /make feature NAME=(\w+)/) { names.insert(String(match.1)) }
    }
    #expect(names.contains("ReadingClubs"))
    for name in names.subtracting(features) {
      let pruning = PagePruning(
        gone: ["App/Composition/Features/\(name)Feature+App.swift"],
        modules: [name, "\(name)Tests"], removesTemplate: false)
      for (path, page) in pages {
        #expect(pruning.prune(page, path: path) == page, "\(name): \(path)")
      }
    }
  }

  private func pruned(_ page: String, without modules: Set<String>) -> String {
    let gone: Set = modules.contains("Shop") ? ["Modules/Shop/A.swift"] : []
    return PagePruning(
      gone: gone, modules: modules, removesTemplate: modules.contains("Books")
    ).prune(page, path: "Docs/page.md")
  }
}
