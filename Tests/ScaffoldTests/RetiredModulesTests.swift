import Foundation
import Testing

@testable import Scaffold

@Suite("The list of retired modules") struct RetiredModulesTests {
  private static let registry = """
    struct AppFeature {
      static let all: [AppFeature] = [
        // make feature adds a line below this one.
        .shop,
      ]
      static let retired: Set<String> = [
        // make remove-feature adds a line below this one.
      ]
    }
    """

  /// A project with the feature Shop, and the list.
  private func withList(_ body: (Project) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n]\n", to: "Package.swift")
      try project.write(Self.registry, to: RetiredModules.path)
      try body(project)
    }
  }

  /// The lines of the registry beside those of a project without another feature than Shop.
  private func added(to project: Project) throws -> [String] {
    let lines = try project.text(RetiredModules.path).split(separator: "\n")
    return lines.difference(from: Self.registry.split(separator: "\n")).insertions.map { change in
      if case .insert(_, let line, _) = change { String(line) } else { "" }
    }
  }

  @Test("A removed feature with a table is on the retired list until it is made again")
  func madeAgain() throws {
    try withList { project in
      let name = try FeatureName("ReadingClubs", taken: [])
      _ = try project.scaffold.make(name)
      _ = try FeatureRemoval(root: project.root).remove(["ReadingClubs"])
      #expect(try added(to: project) == ["    \"reading-clubs\","])
      let files = try project.scaffold.make(name)
      #expect(try added(to: project) == ["    .readingClubs,"])
      #expect(files.last?.added == ["    .readingClubs,"])
      #expect(files.last?.removed == ["    \"reading-clubs\","])
    }
  }

  @Test("A module stays on the retired list if its feature is made again without a table")
  func madeSmaller() throws {
    try withList { project in
      let name = try FeatureName("Notes", taken: [])
      _ = try project.scaffold.make(name)
      _ = try FeatureRemoval(root: project.root).remove(["Notes"])
      _ = try project.scaffold.make(name, kind: .tab)
      #expect(try added(to: project) == ["    .notes,", "    \"notes\","])
    }
  }

  @Test("The retired list has each module once, with or without the formatter's last comma")
  func formatted() throws {
    let text = Self.registry.replacing(
      "this one.\n  ]\n}", with: "this one.\n    \"notes\"\n  ]\n}")
    let added = try RetiredModules.adding(["notes", "loans"], to: text)
    #expect(added.contains("this one.\n    \"loans\",\n    \"notes\"\n  ]"))
    #expect(RetiredModules.removing(["notes"], from: text) == Self.registry)
    #expect(RetiredModules.removing(nil, from: added) == Self.registry)
  }

  @Test("A feature with a table can't be removed without the retired list, and nothing changes")
  func missing() throws {
    try withList { project in
      let text = Self.registry.replacing("// make remove-feature", with: "//")
      try project.write(text, to: RetiredModules.path)
      for kind: FeatureKind in [.tab, .whole] {
        _ = try project.scaffold.make(FeatureName("Notes", taken: []), kind: kind)
        let removal = FeatureRemoval(root: project.root)
        if kind == .tab {
          _ = try removal.remove(["Notes"])
        } else {
          let before = try project.everything()
          let error = ProjectError.missing("// make remove-feature", in: RetiredModules.path)
          #expect(throws: error) { try removal.remove(["Notes"]) }
          #expect(try project.everything() == before)
        }
      }
    }
  }

  @Test("The modules of migrations are found, even if one is not a literal")
  func modules() {
    let text = """
      let a = Migration("loans", "items", [])
      let b = [
        Migration(
          "more loans", "days") { _ in },
      ]
      let c = BoundsMigration("none")
      """
    #expect(RetiredModules.modules(in: text, of: "Loans") == ["loans", "more loans"])
    #expect(RetiredModules.modules(in: "Migration(module)", of: "BigLoans") == ["big-loans"])
  }

  @Test("The retired list is empty in a new app, which has no users")
  func newApp() throws {
    try withList { project in
      try project.write(
        Self.registry.replacing("this one.\n  ]\n}", with: "this one.\n    \"notes\"\n  ]\n}"),
        to: RetiredModules.path)
      _ = try project.scaffold.make(FeatureName("ReadingClubs", taken: []))
      try project.withApp(features: ["Shop"]) { app in
        let made = try app.required(RetiredModules.path)
        #expect(made == Self.registry)
      }
    }
  }
}
