import Foundation
import Testing

@testable import Scaffold

@Suite("Removing a feature") struct FeatureRemovalTests {
  private static let marked = """
    let a = [
      // feature: Books
      "books",
      // feature: Auth
      "signed books",
      // end
      // end
      "rest",
    ]
    // feature: Auth, Books
    let both = 1
    // else: let both = 0
    // end
    """

  @Test("A removal deletes the feature's marked lines, and keeps an alternative as code")
  func marks() throws {
    let text = try FeatureMarks(removed: ["Auth"]).strip(Self.marked, path: "A.swift")
    #expect(
      text == """
        let a = [
          // feature: Books
          "books",
          // end
          "rest",
        ]
        let both = 0
        """)
  }

  @Test("A removal deletes the feature's marked region with everything in it")
  func nested() throws {
    let text = try FeatureMarks(removed: ["Books"]).strip(Self.marked, path: "A.swift")
    #expect(text == "let a = [\n  \"rest\",\n]\nlet both = 0")
  }

  @Test("A removal changes nothing in a file whose features stay")
  func unchanged() throws {
    let text = try FeatureMarks(removed: ["Backups"]).strip(Self.marked, path: "A")
    #expect(text == Self.marked)
  }

  @Test(
    "A removal deletes a file that needs the feature, in every language",
    arguments: ["// Needs: Books, Auth", "<!-- Needs: Auth -->", "# Needs: Auth", "// Needs: all"])
  func needs(line: String) throws {
    let all: Set = ["Auth", "Backups"]
    let marks = FeatureMarks(removed: ["Auth"], template: all)
    #expect(try marks.strip("\(line)\n\nimport A", path: "A") == nil)
    let others = FeatureMarks(
      removed: [line.contains("all") ? "Recipes" : "Backups"], template: all)
    let kept = try others.strip("\(line)\n", path: "A")
    #expect(kept != nil)
  }

  @Test(
    "A removal refuses marks without an end, and ends without a mark",
    arguments: [("// feature: A\n", 2), ("// feature: A\n// end\n// end\n", 4)])
  func unbalanced(marks: String, line: Int) {
    #expect(throws: ProjectError.unbalanced("A.swift", line: line)) {
      try FeatureMarks(removed: ["B"]).strip("// Needs: A\n\(marks)", path: "A.swift")
    }
  }

  @Test(
    "An end in a file without marks is kept as a comment", arguments: ["start", "f(feature: 1)"])
  func otherEnd(line: String) throws {
    let text = "# Deploys.\n\(line)\n# end\n"
    #expect(try FeatureMarks(removed: ["B"]).strip(text, path: "deploy.sh") == text)
  }

  @Test(
    "A removal leaves no import, no target and no wiring of any feature", arguments: Self.removable)
  func anyFeature(name: String) throws {
    let project = ProjectFolder(root: Self.root)
    let removal = FeatureRemoval(root: Self.root)
    let plan = Dictionary(uniqueKeysWithValues: try removal.plan([name]))
    let gone = try removal.withDependents([name])
    for path in project.paths where path.hasSuffix(".swift") && !path.contains("/Scaffold") {
      guard let data = try plan[path].map({ $0.map { Data($0.utf8) } }) ?? project.data(path)
      else { continue }
      for name in gone { #expect(!data.contains(bytesOf: "import \(name)\n"), "\(path)") }
    }
    let manifest = PackageManifest(text: try #require(plan["Package.swift"] ?? nil))
    #expect(manifest.features == Self.features.filter { !gone.contains($0) })
    for name in gone {
      #expect(!manifest.text.contains("\"\(name)\""))
      #expect(plan.contains { $0.key.hasPrefix("Modules/\(name)/") && $0.value == nil })
      #expect(plan.contains { $0.key.hasPrefix("Tests/\(name)Tests/") && $0.value == nil })
      let connection = "App/Composition/Features/\(name)Feature+App.swift"
      #expect(plan.contains { $0.key == connection && $0.value == nil })
    }
    // Only the tables of the features themselves are in the users' main database.
    let before = try project.required(Self.registry)
    let after = try #require(plan[Self.registry] ?? nil)
    let paths = project.paths
    let retired = gone.filter { name in
      paths.contains { path in
        path.hasPrefix("Modules/\(name)/")
          && (try? project.text(path, containing: ["Migration("])) != nil
      }
    }
    #expect(Self.list(after) == Self.list(before).union(retired.map { $0.lowercased() }))
  }

  /// The retired modules of a registry.
  private static func list(_ registry: String) -> Set<String> {
    Set(registry.matches(of: /(?m)^    "([^"]+)",?$/).map { String($0.1).replacing("-", with: "") })
  }

  @Test("A removal includes all features that depend on the removed one, and no other")
  func dependents() throws {
    try withProject { project in
      try project.write(
        "let features = [\n  \"A\",\n  \"B\",\n  \"C\",\n  \"D\",\n]\n", to: "Package.swift")
      try project.write("// Needs: B\n\nlet a = 1\n", to: "Modules/A/AFeature.swift")
      try project.write("// Needs: C, D\n", to: "Modules/B/BFeature.swift")
      try project.write("// Needs: all\n", to: "Modules/D/DNotes.swift")
      let removal = FeatureRemoval(root: project.root)
      #expect(try removal.withDependents(["C"]) == ["A", "B", "C"])
      #expect(try removal.withDependents(["A"]) == ["A"])
      let deleted = try removal.changes(removing: ["C"]).filter(\.isDeleted).map(\.path)
      #expect(deleted.contains("Modules/A/AFeature.swift"))
      #expect(deleted.contains("Modules/B/BFeature.swift"))
    }
  }

  @Test("An unknown feature can't be removed, and the error lists the known ones")
  func unknown() throws {
    let error = #expect(throws: ProjectError.self) {
      try FeatureRemoval(root: Self.root).plan(["Nothing"])
    }
    let known = try #require(Self.features.first)
    #expect(error?.description.contains(known) == true)
  }

  /// A project with the feature Shop, and another one that was made from the template.
  private func withFeatures(_ body: (Project, FeatureRemoval) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      // The wiring of this project's own features is not here.
      try project.write("let features = [\n  \"Shop\",\n]\n", to: "Package.swift")
      try project.write(
        "let all = [\n    // make feature\n]\nlet retired = [\n    // make remove-feature\n  ]\n",
        to: Self.registry)
      _ = try project.scaffold.make(FeatureName("Xylographs", taken: []))
      try body(project, FeatureRemoval(root: project.root))
    }
  }
  private static let registry = "App/Composition/AppFeatures.swift"

  @Test("A dry run lists what a removal will delete and change, and changes nothing")
  func dryRun() throws {
    try withFeatures { project, removal in
      let before = try project.everything()
      let changes = try removal.changes(removing: ["Xylographs"])
      #expect(try project.everything() == before)
      #expect(changes.filter { !$0.isDeleted }.map(\.path) == [Self.registry, "Package.swift"])
      #expect(
        changes.contains { $0.path == "Modules/Xylographs/XylographsFeature.swift" && $0.isDeleted }
      )
      let done = try removal.remove(["Xylographs"])
      #expect(done == changes)
      let after = try project.everything()
      for (path, data) in before where data != nil {
        let change = changes.first { $0.path == path }
        #expect((after[path] == data) == (change == nil), "\(path)")
        #expect((after[path] == nil) == (change?.isDeleted == true), "\(path)")
      }
    }
  }

  @Test("A second removal is refused, dry run or not, and changes nothing")
  func twice() throws {
    try withFeatures { project, removal in
      _ = try removal.remove(["Xylographs"])
      let before = try project.everything()
      let error = ProjectError.unknownFeature("Xylographs", known: ["Shop"])
      #expect(throws: error) { try removal.remove(["Xylographs"]) }
      #expect(throws: error) { try removal.changes(removing: ["Xylographs"]) }
      #expect(try project.everything() == before)
    }
  }

  @Test("A removal of any kind of feature leaves no trace", arguments: FeatureKind.allCases)
  func roundTrip(kind: FeatureKind) throws {
    try withFeatures { project, removal in
      try project.write(
        "let tab = TabItem(.account, title: \"\") {}", to: "Modules/Shop/Screens/Tab.swift")
      let before = try project.everything()
      _ = try project.scaffold.make(FeatureName("Notes", taken: []), kind: kind)
      if kind != .screen { _ = try ScreenScaffold(root: project.root).make("Page", in: "Notes") }
      // Nothing opens a screen of the account without the account's tab.
      #expect(try removal.withDependents(["Shop"]).contains("Notes") == (kind == .screen))
      _ = try removal.remove(["Notes"])
      try forgetTable("notes", of: project)
      #expect(try project.everything() == before)
    }
  }

  /// Takes the module of a removed feature off the list that stays, because users' files have its table.
  private func forgetTable(_ module: String, of project: Project) throws {
    let text = try project.text(Self.registry)
    try project.write(RetiredModules.removing([module], from: text), to: Self.registry)
  }

  @Test("A feature made and removed leaves the whole project as it was")
  func ownFeature() throws {
    try withProject { project in
      let original = ProjectFolder(root: Self.root)
      for path in original.paths {
        if let text = try original.text(path) { try project.write(text, to: path) }
      }
      let before = try project.everything()
      _ = try project.scaffold.make(FeatureName("Xylographs", taken: []))
      _ = try FeatureRemoval(root: project.root).remove(["Xylographs"])
      try forgetTable("xylographs", of: project)
      let after = try project.everything()
      for path in Set(before.keys).union(after.keys) {
        #expect(before[path] == after[path], "\(path)")
      }
    }
  }

  static let root = (0..<3).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }
  static let features = (try? FeatureRemoval(root: root).features) ?? []
  /// Those without which the app has others, and a tab.
  static let removable = features.filter { name in
    let gone = (try? FeatureRemoval(root: root).withDependents([name])) ?? []
    return !gone.isSuperset(of: withTabs)
  }
  /// Those that have a tab.
  static let withTabs = (try? FeatureRemoval(root: root).withTabs(Set(features))) ?? []
  /// Those that need no other.
  static let independent = features.filter { name in
    let others = Set(features).subtracting([name])
    return (try? FeatureRemoval(root: root).withDependents(others).contains(name)) == false
  }
}
