import Foundation
import Scaffold
import TestKit
import Testing

@Suite("Scaffolding a feature") struct FeatureScaffoldTests {
  @Test("creates a module with its tests, and adds it to the app")
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
    "adds one line to the array of Package.swift and one to the app's list, and changes nothing else"
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

  @Test("creates code that compiles in Swift 6, including the tests")
  func compiles() throws {
    try withProject { project in
      let paths = try project.scaffold.make(try FeatureName("Loans", taken: [])).map(\.path)
      let built = try #require(Project.builtModules)
      try project.compile(
        paths.filter { $0.hasPrefix("Modules/") }, name: "Loans", built,
        ["-emit-module", "-enable-testing"])
      try project.compile(
        paths.filter { $0.hasPrefix("Tests/") }, name: "LoansTests", built,
        ["-typecheck", "-I", project.root.path])
    }
  }

  @Test("knows the modules that stand in a group, whose names are taken")
  func grouped() throws {
    try withProject { project in
      try project.write("", to: "Modules/Core/Files/A.swift")
      #expect(project.scaffold.taken.isSuperset(of: ["Core", "Files", "Scaffold"]))
    }
  }

  @Test(
    "refuses a name that a module, a target, a tab or a command has, and changes nothing",
    arguments: [
      "Core", "CORE", "App", "BooksApp", "AppComposition", "StorageProbe", "Scaffold", "Shop",
      "SHOP",
      "Cart", "Back", "Help", "Where", "Set",
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

  @Test("refuses a name whose types would hide those of the core or the toolchain")
  func types() throws {
    try withProject { project in
      try project.copyModules()
      let scaffold = FeatureScaffold(root: project.root) {
        $0.intersection(["Data", "LoansItem"])
      }
      for (name, error) in [
        ("Place", ScaffoldError.type("Place", "PlaceCoordinator")), ("Screen", .taken("Screen")),
        ("Data", .taken("Data")), ("Loans", .type("Loans", "LoansItem")),
      ] {
        #expect(throws: error) {
          try scaffold.make(try FeatureName(name, taken: scaffold.taken)).count
        }
      }
    }
  }

  @Test("makes the same feature once: the second time the name is taken")
  func twice() throws {
    try withProject { project in
      _ = try project.scaffold.make(try FeatureName("Loans", taken: project.scaffold.taken))
      let before = try project.texts()
      #expect(throws: ScaffoldError.taken("Loans")) {
        try project.scaffold.make(try FeatureName("Loans", taken: project.scaffold.taken))
      }
      #expect(try project.texts() == before)
    }
  }

  @Test("changes nothing if a line is missing, and names it")
  func missingLine() throws {
    try withProject { project in
      let path = "App/Composition/AppFeatures.swift"
      let text = try project.text(path).replacing("    // make feature", with: "    // ")
      try project.write(text, to: path)
      let before = try project.text("Package.swift")
      let name = try FeatureName("Loans", taken: [])
      let error = #expect(throws: ScaffoldError.self) { try project.scaffold.make(name) }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("Nothing was changed") == true)
      #expect(try project.text("Package.swift") == before)
      #expect(!project.scaffold.taken.contains("Loans"))
    }
  }

  @Test("reports a folder without a project")
  func noProject() throws {
    let name = try FeatureName("Loans", taken: [])
    let scaffold = FeatureScaffold(root: URL(filePath: "/nonexistent", directoryHint: .isDirectory))
    #expect(throws: ScaffoldError.self) { try scaffold.make(name) }
  }
}

func withProject(_ body: (Project) throws -> Void) throws {
  let project = try Project()
  defer { project.remove() }
  try body(project)
}

/// A copy of the files that a scaffold reads.
struct Project {
  let root = FileManager().temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)")
  var scaffold: FeatureScaffold { FeatureScaffold(root: root) }

  static let original = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  init() throws {
    for path in [
      "Package.swift", "App/Composition", "Modules/Scaffold/Template",
    ] {
      let target = root.appending(path: path)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().copyItem(at: Self.original.appending(path: path), to: target)
    }
  }

  func remove() { try? FileManager().removeItem(at: root) }

  /// Copies modules whose names are taken, and adds the feature Shop with the tab Cart.
  func copyModules() throws {
    let tab = #"TabItem("cart", title: "Cart") { CartCoordinator() }"#
    try write("let shop = Feature(tabs: [\(tab)])\n", to: "Modules/Shop/ShopFeature.swift")
    for path in ["Modules/Core", "Modules/Shell", "App/Terminal"] {
      let target = root.appending(path: path)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().copyItem(at: Self.original.appending(path: path), to: target)
    }
  }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// The text of every file, by its path.
  func texts() throws -> [String: String] {
    let paths = FileManager().enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var texts: [String: String] = [:]
    for path in paths where path.hasSuffix(".swift") { texts[path] = try text(path) }
    return texts
  }

  func write(_ text: String, to path: String) throws {
    let url = root.appending(path: path)
    try FileManager().createDirectory(
      at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url)
  }

  /// The folder with the modules that these tests were built with.
  static var builtModules: String? {
    let program = URL(filePath: CommandLine.arguments[0]).resolvingSymlinksInPath()
    var folder = program.deletingLastPathComponent()
    for candidate in [folder]
      + (0..<4).map({ _ in
        folder = folder.deletingLastPathComponent()
        return folder
      })
    {
      let modules = candidate.appending(path: "Modules").path
      if FileManager().fileExists(atPath: "\(modules)/Core.swiftmodule") { return modules }
    }
    return nil
  }

  /// Compiles files. What a test imports has itself imported SQLite and curl, whose module maps are in
  /// folders.
  func compile(
    _ sources: [String], name: String, _ modules: String, _ options: [String]
  ) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      [
        "-C", root.path, "swiftc", "-module-name", name, "-swift-version", "6",
        "-warnings-as-errors", "-I", modules,
      ]
        + ["CSQLite", "CCurl"].flatMap { name in
          ["-I", Self.original.appending(path: "Modules/Adapters/\(name)").path]
        }
        + ["NonisolatedNonsendingByDefault", "InternalImportsByDefault", "MemberImportVisibility"]
        .flatMap { ["-enable-upcoming-feature", $0] } + options + sources)
    let messages = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.waitForEnd() == 0, "\(messages)")
  }
}
