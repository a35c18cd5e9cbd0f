import Foundation
import Testing

@testable import Scaffold

@Suite("What is left of a removed feature") struct RemovalTracesTests {
  /// A project with the features Shop and Zoos, of which the second one has no files.
  private func withShop(_ body: (Project, FeatureRemoval) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try body(project, FeatureRemoval(root: project.root))
    }
  }

  @Test("In the Makefile its name leaves lists of modules, and stays as a word elsewhere")
  func makefile() throws {
    try withShop { project, removal in
      try project.write(
        """
        STORAGE_MODULES = Books Shop
        APPLE_MODULES = Core Shop \\
          Shop Auth
        # Shop is a word.
        measure: ## Shop prices
        \tShop

        """, to: "Makefile")
      _ = try removal.remove(["Shop"])
      #expect(
        try project.text("Makefile") == """
          STORAGE_MODULES = Books
          APPLE_MODULES = Core \\
            Auth
          # Shop is a word.
          measure: ## Shop prices
          \tShop

          """)
    }
  }

  @Test("Nothing is left of an only feature in a new app, whose comma the formatter has taken")
  func onlyFeature() throws {
    try withProject { project in
      let names = "let features = [\n  \"Shop\"\n]\n"
      try project.addShop()
      try project.write(names, to: "Package.swift")
      try project.write("let all = [\n    // make feature\n    .shop\n]\n", to: RetiredModules.path)
      _ = try FeatureRemoval(root: project.root, isNew: true).remove(["Shop"])
      #expect(try project.text("Package.swift") == "let features = [\n]\n")
      #expect(try project.text(RetiredModules.path) == "let all = [\n    // make feature\n]\n")
    }
  }

  @Test("The last features of an app are refused, and nothing is changed until it has another one")
  func lastFeature() throws {
    try withShop { project, removal in
      // Zoos would go with Shop.
      try project.write("// Needs: Shop\n", to: "Modules/Zoos/ZoosFeature.swift")
      let before = try project.everything()
      let error = ProjectError.lastFeatures(["Shop", "Zoos"])
      #expect(throws: error) { try removal.changes(removing: ["Shop"]) }
      #expect(throws: error) { try removal.remove(["Shop"]) }
      #expect(try project.everything() == before)
      #expect(error.description.contains("make feature NAME="))

      _ = try removal.remove(["Zoos"])
      #expect(throws: ProjectError.lastFeatures(["Shop"])) { try removal.remove(["Shop"]) }
      _ = try project.scaffold.make(FeatureName("ReadingClubs", taken: []))
      _ = try removal.remove(["Shop"])
      #expect(try removal.features == ["ReadingClubs"])
    }
  }

  // feature: Books
  @Test("Without Books no folder is a group of its modules, so a feature may be called Catalogue")
  func group() throws {
    let removal = FeatureRemoval(root: FeatureRemovalTests.root, isNew: true)
    let plan = Dictionary(uniqueKeysWithValues: try removal.plan(["Books"]))
    let text = try #require(plan["Modules/Scaffold/Sources/Module.swift"] ?? nil)
    #expect(text.contains("\"Core\": .core"))
    #expect(!text.contains("\"Catalogue\""))
  }
  // end

  @Test("What is built of its modules is deleted, so that an import of them no longer compiles")
  func built() throws {
    try withShop { project, removal in
      let folders = [".build/debug", ".build/tests/linux/debug", "Tests/Benchmarks/.build/release"]
      for folder in folders {
        for name in ["Shop.swiftmodule", "ShopTests.swiftdoc", "Shops.swiftmodule"] {
          try project.write("", to: "\(folder)/Modules/\(name)")
        }
      }
      _ = try removal.changes(removing: ["Shop"])
      #expect(try project.everything()[".build/debug/Modules/Shop.swiftmodule"] != nil)
      _ = try removal.remove(["Shop"])
      for folder in folders {
        let left = try FileManager().contentsOfDirectory(
          atPath: project.root.appending(path: "\(folder)/Modules").path)
        #expect(left == ["Shops.swiftmodule"], "\(folder)")
      }
    }
  }

  @Test("The command names the features that go with it, and in a dry run what will be refused")
  func steps() {
    let line = NextSteps.dependents(["Zoos", "Apes"], of: "Auth")
    #expect(line == "Removed with Auth, which they need: Apes, Zoos.")
    #expect(NextSteps.dependents([], of: "Auth") == nil)
    #expect(NextSteps.dryRun().hasSuffix("nothing was changed."))
    let refusal = NextSteps.dryRun(refusal: .uncommitted(["Modules/Shop/A.swift"]))
    #expect(refusal.contains("would be refused") && refusal.contains("  Modules/Shop/A.swift\n"))
    #expect(!NextSteps.removal.contains("make clean"))
  }
}
