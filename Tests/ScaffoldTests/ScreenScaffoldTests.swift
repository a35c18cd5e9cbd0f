import Foundation
import Testing

@testable import Scaffold

@Suite("Adding a screen to a feature") struct ScreenScaffoldTests {
  private func withShop(_ body: (Project) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      try body(project)
    }
  }

  @Test("A new screen only adds files, and its plan adds none")
  func files() throws {
    try withShop { project in
      let before = try project.everything()
      let plan = try project.screens.plan("CartNotes", in: "Shop")
      #expect(try project.everything() == before)
      let files = try project.screens.make("CartNotes", in: "Shop")
      #expect(files == plan)
      #expect(
        files.map(\.path) == [
          "Modules/Shop/Screens/CartNotesScreen.swift",
          "Modules/Shop/ViewModels/CartNotesViewModel.swift",
          "Tests/ShopTests/CartNotesTests.swift",
        ])
      let after = try project.everything()
      for (path, data) in before { #expect(after[path] == data, "\(path)") }
      for file in files {
        #expect(!file.path.contains("emplate") && !file.text.contains("emplate"), "\(file.path)")
      }
    }
  }

  @Test("A new screen extends the feature's enum of texts with its words, or has one of its own")
  func texts() throws {
    try withShop { project in
      let path = "Modules/Shop/Screens/CartNotesScreen.swift"
      var files = try project.screens.plan("CartNotes", in: "Shop")
      var file = try #require(files.first { $0.path == path })
      #expect(file.text.hasPrefix("import Core\n"))
      #expect(file.text.contains("\n}\n\nextension ShopText {\n"))
      #expect(file.text.contains("  enum CartNotes {\n    static let title = \"Cart notes\""))
      try project.write("", to: "Modules/Shop/Screens/ShopText.swift")
      files = try project.screens.plan("CartNotes", in: "Shop")
      file = try #require(files.first { $0.path == path })
      #expect(file.text.contains("\n}\n\n/// The texts of the screen.\nenum CartNotesText {\n"))
      #expect(!files.contains { $0.text.contains("ShopText") })
    }
  }

  @Test(
    "A new screen has its title in its description, and each of its closures on lines of its own")
  func source() throws {
    try withShop { project in
      let files = try project.screens.plan("CartNotes", in: "Shop")
      let screen = try #require(files.first { $0.path.hasSuffix("CartNotesScreen.swift") }).text
      #expect(
        screen.contains("\n/// The screen \"Cart notes\": a count.\nfinal class CartNotesScreen"))
      let closures = screen.split(separator: "\n").filter { $0.contains("[viewModel] in") }
      #expect(closures.count == 2 && closures.allSatisfy { $0.hasSuffix(" in") })
    }
  }

  @Test("A new screen keeps the feature's name, even if it contains the templates' word")
  func templateName() throws {
    try withShop { project in
      _ = try project.scaffold.make(FeatureName("EmailTemplates", taken: []), kind: .tab)
      let files = try project.screens.make("Notes", in: "EmailTemplates")
      #expect(
        files.map(\.path) == [
          "Modules/EmailTemplates/Screens/NotesScreen.swift",
          "Modules/EmailTemplates/ViewModels/NotesViewModel.swift",
          "Tests/EmailTemplatesTests/NotesTests.swift",
        ])
      let text = files.map(\.text).joined()
      #expect(text.contains("@testable import EmailTemplates\n"))
      #expect(text.contains("extension EmailTemplatesText {\n"))
      #expect(text.contains("title: EmailTemplatesText.Notes.title"))
      #expect(text.contains("  enum Notes {\n"))
      #expect(!text.replacing("EmailTemplates", with: "").contains("Template"))
      // A text in a file of its own.
      try project.write("", to: "Modules/EmailTemplates/Screens/EmailTemplatesText.swift")
      let own = try project.screens.plan("Marks", in: "EmailTemplates").map(\.text).joined()
      #expect(own.contains("enum MarksText {\n") && own.contains("title: MarksText.title"))
    }
  }

  @Test(
    "An ending alone is refused as the name of a screen",
    arguments: ["Screen", "ViewModel", "Coordinator", "Text"])
  func onlyEnding(name: String) throws {
    try withShop { project in
      #expect(throws: ScaffoldError.taken(name)) { try project.screens.make(name, in: "Shop") }
    }
  }

  @Test("The line in the next steps opens the new screen, and its test contains that line, too")
  func steps() throws {
    try withShop { project in
      let steps = NextSteps.screen("CartNotes", in: "Shop")
      let line = NextSteps.opening("CartNotes")
      #expect(steps.contains(line))
      #expect(steps.contains("make test ONLY=Shop\n"))
      let files = try project.screens.plan("CartNotes", in: "Shop")
      let test = try #require(files.first { $0.path.hasPrefix("Tests/") })
      #expect(test.text.contains("tab.\(line)"))
      #expect(test.text.contains("struct CartNotesTests {"))
      #expect(files.contains { $0.text.contains("final class CartNotesScreen: ModelScreen {") })
    }
  }

  @Test("A screen is refused the second time, and nothing is changed")
  func twice() throws {
    try withShop { project in
      _ = try project.screens.make("CartNotes", in: "Shop")
      let before = try project.everything()
      #expect(throws: ScaffoldError.taken("CartNotes")) {
        try project.screens.make("CartNotes", in: "Shop")
      }
      #expect(try project.everything() == before)
    }
  }

  @Test("A feature can get many screens, with any name except that of the screen in their tests")
  func several() throws {
    try withShop { project in
      for name in ["CartNotes", "CartPhotos", "First"] {
        _ = try project.screens.make(name, in: "Shop")
      }
      let test = try project.text("Tests/ShopTests/CartPhotosTests.swift")
      let below = try #require(test.firstMatch(of: /private final class (\w+)Screen: Screen/))
      #expect(throws: ScaffoldError.self) {
        try project.screens.make(String(below.1), in: "Shop")
      }
    }
  }

  @Test("A screen in an unknown feature is refused, and the error lists the features")
  func unknownFeature() throws {
    try withShop { project in
      let before = try project.everything()
      for feature in ["Nothing", "", "shop", "Core", "../Shop"] {
        let error = #expect(throws: ScaffoldError.self) {
          try project.screens.make("CartNotes", in: feature)
        }
        #expect(error?.description.contains("Shop") == true)
      }
      #expect(try project.everything() == before)
    }
  }

  @Test(
    "A screen's name is refused if it isn't valid or has an ending of its types",
    arguments: [
      "", "C", "cartNotes", "Cart Notes", "../Cart", "CartNotes.swift", "Class", "Type",
      "CartNotesScreen", "CartNotesViewModel", "CartCoordinator", "CartText",
    ])
  func badNames(name: String) throws {
    try withShop { project in
      let before = try project.everything()
      #expect(throws: ScaffoldError.self) { try project.screens.make(name, in: "Shop") }
      #expect(try project.everything() == before)
    }
  }

  @Test(
    "A screen can have the name of a module of Swift: its types have endings of their own",
    arguments: ["Runtime", "RegexBuilder", "Observation"])
  func moduleOfSwift(name: String) throws {
    try withShop { project in
      let files = try project.screens.make(name, in: "Shop")
      #expect(files.contains { $0.path == "Modules/Shop/Screens/\(name)Screen.swift" })
    }
  }

  @Test("A screen's name is refused if the module, its tests or its imports have it")
  func taken() throws {
    try withShop { project in
      try project.copyModules()
      try project.write(
        "final class AisleScreen: Screen {}", to: "Modules/Market/Screens/AisleScreen.swift")
      let before = try project.everything()
      let screens = ScreenScaffold(root: project.root) { $0.intersection(["LampViewModel"]) }
      for (name, error) in [
        ("Cart", ScaffoldError.taken("Cart")), ("CART", .taken("CART")),
        ("Aisle", .taken("Aisle")), ("Shop", .taken("Shop")),
        ("Prices", .type("Prices", "Prices")), ("Stock", .type("Stock", "StockTests")),
        ("Lamp", .type("Lamp", "LampViewModel")),
      ] {
        #expect(throws: error, "\(name)") { try screens.make(name, in: "Shop").count }
      }
      #expect(try project.everything() == before)
    }
  }

  @Test("A new screen does not overwrite an existing file")
  func existing() throws {
    try withShop { project in
      let path = "Tests/ShopTests/CartNotesTests.swift"
      try project.write("// mine", to: path)
      let before = try project.everything()
      let error = #expect(throws: ScaffoldError.self) {
        try project.screens.make("CartNotes", in: "Shop")
      }
      #expect(error?.description.contains(path) == true)
      #expect(try project.everything() == before)
    }
  }
}
