import Foundation
import Testing

@testable import Scaffold

@Suite("The maps after a removal") struct RemovedMapsTests {
  private static let table = "App/Terminal/KnownMap+Table.swift"

  /// A project with the features Shop, whose screen is `Xylograph`, and Zoos.
  private func withShop(
    screen: String = "class XylographScreen {}", _ body: (Project, FeatureRemoval) throws -> Void
  ) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write("let zoos = TabItem(\"zoos\") {}\n", to: "Modules/Zoos/ZoosFeature.swift")
      try project.write("\(screen)\n", to: "Modules/Shop/Screens/CartScreen.swift")
      try body(project, FeatureRemoval(root: project.root))
    }
  }

  @Test("Maps lose the screens of any feature, and all of them with a feature of the template")
  func maps() throws {
    try withShop { project, removal in
      try project.write(
        "let features = [\n  \"Books\",\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write("", to: "Modules/Books/BooksFeature.swift")
      try project.write("# feature: Books\nBooks\n# end\n", to: FeatureMarks.list)
      let undated = try String(
        contentsOf: Project.original.appending(path: Self.table), encoding: .utf8
      ).replacing(/let day = ".*"/, with: "let day = \"\"")
      let row = "    (\"Xylograph\", steps: [1]),\n"
      try project.write(
        undated.replacing("let day = \"\"", with: "let day = \"2026-11-20\"") + row, to: Self.table)
      let maps = [
        "Docs/map.mmd", "Docs/maps/wide.mmd", "Docs/maps/wide-book-details-own-first.mmd",
      ]
      let map = "flowchart LR\n  Home[\"Home<br/>0 steps\"]\n"
      let diagram = "\(map)  Home -->|open| Xylograph\n"
      for path in maps + ["Docs/mapping.mmd"] { try project.write(diagram, to: path) }

      _ = try removal.remove(["Shop"])
      for path in maps { #expect(try project.text(path) == map) }
      #expect(try project.text(Self.table) == undated)

      _ = try removal.remove(["Books"])
      let left = try maps.prefix(2).map(project.text)
      #expect(left.allSatisfy { $0.hasSuffix("\nflowchart LR\n") })
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: maps[2]).path))
      #expect(try project.text("Docs/mapping.mmd") == diagram)
      let lines = try project.text(Self.table).split(separator: "\n").filter { !$0.contains("//") }
      #expect(
        lines == [
          "import Core", "import Inspection", "import Services", "extension KnownMap {",
          "  static let day = \"\"", "  static let names: [String] = [", "  ]",
          "  static let screens: [(ScreenKind, steps: [Int?])] = [", "  ]",
          "  static let transitions: [Transition] = [", "  ]", "}",
        ])
    }
  }

  @Test("Maps lose a generic screen, in which its identifier differs from its kind")
  func generic() throws {
    try withShop(screen: "final class XylographScreen<Item>: Screen {}") { project, removal in
      let map = "flowchart LR\n  Home[\"Home<br/>0 steps\"]\n"
      try project.write(
        """
        \(map)  Xylograph_Book_["Xylograph#lt;Book#gt;<br/>1 step"]
          Home -->|open| Xylograph_Book_

        """, to: "Docs/map.mmd")
      let rows = "let screens = [\n    (\"Home\", [0]),\n"
      try project.write(
        """
        \(rows)    ("Xylograph<Book>", [1]),
            Transition("Home", "open", "Xylograph<Book>", in: 1),

        """, to: Self.table)
      _ = try removal.remove(["Shop"])
      #expect(try project.text("Docs/map.mmd") == map)
      #expect(try project.text(Self.table) == rows)
    }
  }

  @Test("A table of another feature keeps its lines, also one with a removed screen's kind")
  func otherTable() throws {
    try withShop { project, removal in
      let table = "let prices = [\n    \"Xylograph\": 1,\n]\n"
      try project.write(table, to: "Modules/Zoos/Prices+Table.swift")
      _ = try removal.remove(["Shop"])
      #expect(try project.text("Modules/Zoos/Prices+Table.swift") == table)
    }
  }
}
