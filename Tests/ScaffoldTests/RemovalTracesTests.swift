import Foundation
import Testing

@testable import Scaffold

@Suite("The traces of a removed feature") struct RemovalTracesTests {
  /// A project with the features Shop and Zoos, of which the second one has nothing but a tab.
  private func withShop(_ body: (Project, FeatureRemoval) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write("let zoos = TabItem(\"zoos\") {}\n", to: "Modules/Zoos/ZoosFeature.swift")
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

  @Test(
    "Every import of it is removed, whatever stands around its name",
    arguments: [
      "import Shop", "@testable import Shop", "private import Shop", "fileprivate import Shop",
      "@preconcurrency import Shop", "@_spi(Prices) @testable public import Shop",
      "package @preconcurrency import Shop", "import Shop // its links", "import Shop  ",
      "  import Shop", "    @testable import Shop // its links",
      "import struct Shop.Price", "@testable import class Shop.Cart // its rows",
    ])
  func imports(line: String) throws {
    try withShop { project, removal in
      let text = "let b = \"\"\"\n  import Shop\n  \"\"\"\n"
      let rest = "import Shops\n// import Shop\nlet a = \"import Shop\"\n\(text)"
      try project.write("\(line)\n\(rest)", to: "App/Composition/SessionFeatures.swift")
      try project.write("\(line)\nlet b = 1\n", to: "App/Composition/Only.swift")
      _ = try removal.remove(["Shop"])
      #expect(try project.text("App/Composition/SessionFeatures.swift") == rest)
      #expect(try project.text("App/Composition/Only.swift") == "let b = 1\n")
    }
  }

  @Test("A feature with the name of a template's that is gone takes no sessions and maps with it")
  func sameName() throws {
    try withShop { project, removal in
      try project.write("# The features of the template.\n", to: FeatureMarks.list)
      let kept = [
        "Fixtures/sessions/all.txt": "#! --wide\n", "Docs/map.mmd": "flowchart LR\n  A\n",
      ]
      for (path, text) in kept { try project.write(text, to: path) }
      _ = try removal.remove(["Shop"])
      for (path, text) in kept { #expect(try project.text(path) == text) }

      try project.write("# feature: Zoos\nZoos\n# end\n", to: FeatureMarks.list)
      _ = try project.scaffold.make(FeatureName("Shop", taken: []))
      _ = try removal.remove(["Zoos"])
      #expect(try FeatureMarks.template(of: ProjectFolder(root: project.root)) == [])
      #expect(try project.everything()["Fixtures/sessions/all.txt"] == nil)
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

  @Test(
    "A removed feature leaves the app's list, also a line with others",
    arguments: [".shop, .zoos", ".zoos, .shop"])
  func sharedLine(members: String) throws {
    try withShop { project, removal in
      let registry = "let all = [\n    // make feature\n    .zoos,  // Ours.\n]\n"
      try project.write(registry.replacing(".zoos", with: members), to: RetiredModules.path)
      _ = try removal.remove(["Shop"])
      #expect(try project.text(RetiredModules.path) == registry)
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

  @Test("Without Books the crawls include the wide layout of every feature that is left")
  func wideCrawl() throws {
    let removal = FeatureRemoval(root: FeatureRemovalTests.root, isNew: true)
    let plan = Dictionary(uniqueKeysWithValues: try removal.plan(["Books"]))
    let text = try #require(plan["Tests/AppTests/Support/Crawls.swift"] ?? nil)
    #expect(text.contains("static let wide = Crawls(Worlds.allFeatures, .wide)"))
    #expect(text.matches(of: /(?m)^ +wide,$/).count == 2)
  }
  // end

  // feature: Books, Onboarding
  @Test("Without Onboarding no measurement waits for its first screen or skips its questions")
  func measuredSessions() throws {
    let folder = ProjectFolder(root: FeatureRemovalTests.root)
    let removal = FeatureRemoval(root: folder.root, isNew: true)
    let plan = Dictionary(uniqueKeysWithValues: try removal.plan(["Onboarding"]))
    let figures = folder.paths(below: "Tests/Benchmarks/Sources/")
    #expect(figures.count > 10)
    for path in figures + ["Fixtures/sessions/bench.txt"] {
      let text: String? = try plan[path] ?? folder.text(path)
      #expect(text?.contains(/skip-all|Welcome>/) != true, "\(path)")
    }
  }
  // end

  // feature: Auth, Backups
  @Test("Without Auth no text of Backups tells the user to sign in")
  func signInAgain() throws {
    let root = FeatureRemovalTests.root
    let folder = ProjectFolder(root: root)
    let plan = Dictionary(
      uniqueKeysWithValues: try FeatureRemoval(root: root, isNew: true).plan(["Auth"]))
    let paths = folder.paths(below: "Modules/Backups/")
    #expect(!paths.isEmpty)
    for path in paths {
      let text: String? = try plan[path] ?? folder.text(path)
      #expect(text?.contains("sign in") != true, "\(path)")
    }
  }
  // end

  @Test("The built files of its modules are deleted, so that an import of them no longer compiles")
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
    #expect(line == "These need Auth and go with it: Apes, Zoos.")
    #expect(NextSteps.dependents([], of: "Auth") == nil)
    #expect(NextSteps.dryRun().hasSuffix("nothing was changed."))
    let refusal = NextSteps.dryRun(refusal: .uncommitted(["Modules/Shop/A.swift"]))
    #expect(refusal.contains("would be refused") && refusal.contains("  Modules/Shop/A.swift\n"))
    let rest = " What it may have stored stays in users' files, and nothing erases it."
    let steps = NextSteps.removal(hasUsers: true)
    #expect(steps.contains(rest) && !steps.contains("make clean"))
    #expect(NextSteps.removal(hasUsers: false) == steps.replacing(rest, with: ""))
  }

  @Test("The lists of the public API lose the types of files that go, and no longer names")
  func publicAPI() throws {
    try withShop { project, removal in
      try project.write("// Needs: Shop\n\npublic struct A {}\n", to: "Modules/Core/X/A.swift")
      try project.write("A: struct\nA.count: Int\nAB: struct\n", to: "Docs/api/X.txt")
      let changes = try removal.remove(["Shop"])
      #expect(changes.contains { $0.path == "Docs/api/X.txt" && !$0.isDeleted })
      #expect(try project.text("Docs/api/X.txt") == "AB: struct\n")
    }
  }

  @Test("The note of the template loses the feature: a later one of its name is the app's own")
  func note() throws {
    try withShop { project, removal in
      try project.write("commit=0\nfeatures=Apes,Shop,Shops\n", to: AppScaffold.note)
      _ = try removal.remove(["Shop"])
      #expect(try project.text(AppScaffold.note) == "commit=0\nfeatures=Apes,Shops\n")
    }
  }

  @Test("A comment behind a feature's line in the lists of features goes with it")
  func comments() throws {
    try withShop { project, removal in
      let manifest = "let features = [\n  \"Zoos\",\n]\n"
      try project.write(
        manifest.replacing("[\n", with: "[\n  \"Shop\",  // Ours.\n"), to: "Package.swift")
      let registry = "let all = [\n    // make feature\n    .zoos,\n]\n"
      try project.write(
        registry.replacing("    .zoos", with: "    .shop,  // Ours.\n    .zoos"),
        to: RetiredModules.path)
      _ = try removal.remove(["Shop"])
      #expect(try project.text("Package.swift") == manifest)
      #expect(try project.text(RetiredModules.path) == registry)
    }
  }
}
