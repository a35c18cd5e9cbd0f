import Foundation
import Scaffold
import Testing

@Suite("Scaffolding a feature") struct FeatureScaffoldTests {
  @Test("A new feature has a module with tests, and is added to the app")
  func makes() throws {
    try withProject { project in
      let name = try FeatureName("ReadingClubs", taken: project.scaffold.taken)
      let paths = try project.scaffold.make(name).map(\.path)
      #expect(paths.contains("Modules/ReadingClubs/Coordinators/ReadingClubsCoordinator.swift"))
      #expect(paths.contains("Tests/ReadingClubsTests/ReadingClubsFeatureTests.swift"))
      #expect(paths.contains("App/Composition/Features/ReadingClubsFeature+App.swift"))
      for file in ["", "HTTP", "Memory"].map({ "\($0)ReadingClubsSource.swift" }) {
        #expect(paths.contains("Modules/ReadingClubs/Services/\(file)"))
      }
      #expect(paths.contains("Tests/ReadingClubsTests/ReadingClubsSourceContract.swift"))
      for path in paths where path.contains("ReadingClubs") {
        #expect(!(try project.text(path)).contains("emplate"), "\(path)")
      }
      #expect(project.scaffold.taken.contains("ReadingClubs"))
    }
  }

  @Test(
    "A new feature adds one line each to Package.swift and the app's list, and nothing else"
  )
  func lines() throws {
    try withProject { project in
      let before = try project.texts()
      let name = try FeatureName("ReadingClubs", taken: [])
      let plan = try project.scaffold.plan(name)
      #expect(try project.texts() == before, "a plan changes nothing")
      let files = try project.scaffold.make(name)
      #expect(files == plan)
      let paths = files.map(\.path)
      let after = try project.texts()
      var added: [String: [String]] = [:]
      for (path, text) in before where after[path] != text {
        let change = (after[path] ?? "").split(separator: "\n")
          .difference(from: text.split(separator: "\n"))
        #expect(change.removals.isEmpty, "\(path)")
        for case .insert(_, let line, _) in change { added[path, default: []].append(String(line)) }
      }
      #expect(
        added == [
          "Package.swift": [#"  "ReadingClubs","#],
          "App/Composition/AppFeatures.swift": ["    .readingClubs,"],
        ])
      for file in files { #expect(file.added == added[file.path]) }
      #expect(Set(paths) == Set(after.keys).subtracting(before.keys).union(added.keys))
    }
  }

  @Test("A new feature compiles in Swift 6, including its tests")
  func compiles() throws {
    try withProject { project in
      let paths = try project.scaffold.make(try FeatureName("Xylographs", taken: [])).map(\.path)
      try project.compileFeature("Xylographs", paths)
    }
  }

  @Test("The names of modules in examples and benchmarks are taken")
  func otherPackages() throws {
    try withProject { project in
      for (path, name) in [
        ("Docs/Examples/Core", "Errands"), ("Tests/Benchmarks", "Figures"),
      ] {
        #expect(try FeatureName(name, taken: project.scaffold.taken).module == name)
        try project.write(".target(name: \"\(name)\"),\n", to: "\(path)/Package.swift")
        #expect(throws: ScaffoldError.taken(name)) {
          try FeatureName(name, taken: project.scaffold.taken)
        }
      }
    }
  }

  @Test("The names of modules in a group are taken")
  func grouped() throws {
    try withProject { project in
      try project.write("", to: "Modules/Core/Files/A.swift")
      #expect(project.scaffold.taken.isSuperset(of: ["Core", "Files", "Scaffold"]))
    }
  }

  @Test("The names of folders in a module are free, because only a group has modules in it")
  func inner() throws {
    try withProject { project in
      try project.write("", to: "Modules/Shop/Pictures/A.swift")
      #expect(project.scaffold.taken.contains("Shop"))
      #expect(!project.scaffold.taken.contains("Pictures"))
    }
  }

  @Test("The tabs of a feature in a repository of its own are taken, but nothing built there")
  func submodule() throws {
    try withProject { project in
      for (path, tab) in [("", "apes"), (".build/", "kayaks")] {
        try project.write(
          "let tab = TabItem(\"\(tab)\") {}\n", to: "Modules/Zoos/\(path)ZoosFeature.swift")
      }
      try project.write("gitdir: ../../.git/modules/Zoos\n", to: "Modules/Zoos/.git")
      let taken = project.scaffold.taken
      #expect(taken.contains("apes") && !taken.contains("kayaks"))
    }
  }

  @Test("The word of a tab is taken, also where a constant names the tab")
  func tabWords() throws {
    try withProject { project in
      let text = "enum Names {\n  static let tab: TabID = \"clubs\"\n}\n"
      try project.write(text, to: "Modules/ReadingClubs/ReadingClubsFeature.swift")
      #expect(project.scaffold.taken.contains("clubs"))
    }
  }

  // feature: Books
  @Test("The names that links begin with are taken, even in a switch over the link")
  func links() throws {
    try withProject { project in
      let path = "Modules/Books/Coordinators/BooksLinks.swift"
      let text = try String(
        contentsOf: Project.original.appending(path: path), encoding: .utf8)
      try project.write(text, to: path)
      let taken = project.scaffold.taken
      for name in ["Authors", "Subjects", "Entries", "Shelves"] {
        #expect(throws: ScaffoldError.taken(name)) { try FeatureName(name, taken: taken) }
      }
    }
  }

  // end
  @Test("A new feature leaves nothing behind if a file can't be written, and works later")
  func unwritable() throws {
    try withProject { project in
      let name = try FeatureName("Xylographs", taken: [])
      // The second folder of the feature can't be made: a file has its name.
      try project.write("mine", to: "Tests")
      let before = try project.everything()
      #expect(throws: ScaffoldError.self) { try project.scaffold.make(name).count }
      #expect(try project.everything() == before)
      try FileManager().removeItem(at: project.root.appending(path: "Tests"))
      #expect(try !project.scaffold.make(name).isEmpty)
    }
  }

  @Test(
    "A feature named like a module, target, tab, command or account data is refused",
    arguments: [
      "Core", "CORE", "App", "BooksApp", "AppComposition", "StorageProbe", "Scaffold", "Shop",
      "SHOP",
      "Cart", "Back", "Help", "Where", "Set", "Session",
      // feature: Auth
      "Lines",
      // end
    ])
  func refuses(_ name: String) throws {
    try withProject { project in
      try project.copyModules()
      let before = try project.texts()
      let error = #expect(throws: ScaffoldError.self) {
        try project.scaffold.make(try FeatureName(name, taken: project.scaffold.taken))
      }
      #expect(error == .taken(name))
      #expect(try project.texts() == before)
    }
  }

  @Test("A feature whose types would hide those of the core or the toolchain is refused")
  func types() throws {
    try withProject { project in
      try project.copyModules()
      let scaffold = FeatureScaffold(root: project.root) {
        $0.intersection(["Data", "XylographsItem"])
      }
      for (name, error) in [
        ("Place", ScaffoldError.type("Place", "PlaceCoordinator")), ("Screen", .taken("Screen")),
        ("Data", .taken("Data")), ("Xylographs", .type("Xylographs", "XylographsItem")),
      ] {
        #expect(throws: error) {
          try scaffold.make(try FeatureName(name, taken: scaffold.taken)).count
        }
      }
    }
  }

  @Test("A feature can be made only once, because its name is then taken")
  func twice() throws {
    try withProject { project in
      _ = try project.scaffold.make(try FeatureName("Xylographs", taken: project.scaffold.taken))
      let before = try project.texts()
      #expect(throws: ScaffoldError.taken("Xylographs")) {
        try project.scaffold.make(try FeatureName("Xylographs", taken: project.scaffold.taken))
      }
      #expect(try project.texts() == before)
    }
  }

  @Test("A missing line is named in the error, and nothing is changed")
  func missingLine() throws {
    try withProject { project in
      let path = "App/Composition/AppFeatures.swift"
      let text = try project.text(path).replacing("    // make feature", with: "    // ")
      try project.write(text, to: path)
      let before = try project.text("Package.swift")
      let name = try FeatureName("Xylographs", taken: [])
      let error = #expect(throws: ScaffoldError.self) { try project.scaffold.make(name) }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("Nothing was changed") == true)
      #expect(try project.text("Package.swift") == before)
      #expect(!project.scaffold.taken.contains("Xylographs"))
    }
  }

  @Test("An array of features on one line is named in the error, and nothing is changed")
  func oneLine() throws {
    try withProject { project in
      let manifest = "let features = [\"Welcome\"]\n"
      try project.write(manifest, to: "Package.swift")
      let before = try project.everything()
      let error = ScaffoldError.line(
        file: "Package.swift", line: "let features = [", new: "  \"Xylographs\",")
      #expect(throws: error) {
        try project.scaffold.make(FeatureName("Xylographs", taken: [])).count
      }
      #expect(try project.everything() == before)
    }
  }

  @Test("A folder without a project is reported")
  func noProject() throws {
    let name = try FeatureName("Xylographs", taken: [])
    let scaffold = FeatureScaffold(root: URL(filePath: "/nonexistent", directoryHint: .isDirectory))
    #expect(throws: ScaffoldError.self) { try scaffold.make(name) }
  }
}
