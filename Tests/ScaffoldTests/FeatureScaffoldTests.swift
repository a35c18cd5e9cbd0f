import Foundation
import Scaffold
import TestKit
import Testing

@Suite("Scaffolding a feature") struct FeatureScaffoldTests {
  @Test("makes a module with its tests, and gives it to the app")
  func makes() throws {
    try withProject { project in
      let name = try FeatureName("ReadingClubs", taken: project.scaffold.modules)
      let paths = try project.scaffold.make(name)
      #expect(paths.contains("Modules/ReadingClubs/Coordinators/ReadingClubsCoordinator.swift"))
      #expect(paths.contains("Tests/ReadingClubsTests/ReadingClubsFeatureTests.swift"))
      let package = try project.text("Package.swift")
      #expect(package.contains("let features = [\n  \"ReadingClubs\",\n"))
      let features = try project.text("App/Composition/AppFeatures.swift")
      #expect(features.contains("import ReadingClubs\n"))
      #expect(features.contains("features.append(ReadingClubsFeature.make(context: context, store: services.store))"))
      #expect(try project.text("App/Composition/AppWorld.swift").contains(#""reading-clubs","#))
      for path in paths where path.contains("ReadingClubs") {
        #expect(!(try project.text(path)).contains("emplate"), "\(path)")
      }
      #expect(project.scaffold.modules.contains("ReadingClubs"))
    }
  }

  @Test("makes what compiles in Swift 6, tests included")
  func compiles() throws {
    try withProject { project in
      let paths = try project.scaffold.make(try FeatureName("Loans", taken: []))
      let built = try #require(Project.builtModules)
      try project.compile(
        paths.filter { $0.hasPrefix("Modules/") }, name: "Loans", built,
        ["-emit-module", "-enable-testing"])
      try project.compile(
        paths.filter { $0.hasPrefix("Tests/") }, name: "LoansTests", built,
        ["-typecheck", "-I", project.root.path])
    }
  }

  @Test("changes nothing where one line is missing, and says which")
  func missingLine() throws {
    try withProject { project in
      let path = "App/Composition/AppFeatures.swift"
      let text = try project.text(path).replacing("if let membership {", with: "if true {")
      try project.write(text, to: path)
      let before = try project.text("Package.swift")
      let name = try FeatureName("Loans", taken: [])
      let error = #expect(throws: ScaffoldError.self) { try project.scaffold.make(name) }
      #expect(error?.description.contains(path) == true)
      #expect(error?.description.contains("Nothing was changed") == true)
      #expect(try project.text("Package.swift") == before)
      #expect(!project.scaffold.modules.contains("Loans"))
    }
  }

  @Test("says so where there is no project")
  func noProject() throws {
    let name = try FeatureName("Loans", taken: [])
    let scaffold = FeatureScaffold(root: URL(filePath: "/nonexistent", directoryHint: .isDirectory))
    #expect(throws: ScaffoldError.self) { try scaffold.make(name) }
  }
}

private func withProject(_ body: (Project) throws -> Void) throws {
  let project = try Project()
  defer { project.remove() }
  try body(project)
}

/// A copy of what a scaffold reads.
private struct Project {
  let root = FileManager().temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)")
  var scaffold: FeatureScaffold { FeatureScaffold(root: root) }

  private static let original = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  init() throws {
    for path in [
      "Package.swift", "App/Composition/AppFeatures.swift", "App/Composition/AppWorld.swift",
      "Modules/Scaffold/Template",
    ] {
      let target = root.appending(path: path)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().copyItem(at: Self.original.appending(path: path), to: target)
    }
  }

  func remove() { try? FileManager().removeItem(at: root) }

  func text(_ path: String) throws -> String {
    try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  func write(_ text: String, to path: String) throws {
    try Data(text.utf8).write(to: root.appending(path: path))
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

  func compile(
    _ sources: [String], name: String, _ modules: String, _ options: [String]
  ) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      [
        "-C", root.path, "swiftc", "-module-name", name, "-swift-version", "6",
        "-warnings-as-errors", "-I", modules,
      ]
        + ["NonisolatedNonsendingByDefault", "InternalImportsByDefault", "MemberImportVisibility"]
        .flatMap { ["-enable-upcoming-feature", $0] } + options + sources)
    let messages = String(decoding: try process.errors.readToEnd() ?? Data(), as: UTF8.self)
    #expect(process.waitForEnd() == 0, "\(messages)")
  }
}
