import Foundation
import Testing

@testable import Scaffold

@Suite("What a removal leaves") struct RemovalSafetyTests {
  private static let wiring = "App/Composition/SessionFeatures.swift"
  private static let marked = "// feature: Shop\nlet a = 1\n// end\n"

  /// A project with the features Shop, which has a table, and Zoos, both with a tab; in a repository, if it has one.
  private func withShop(
    hasGit: Bool = true, _ body: (Project) throws -> Void
  ) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write(
        """
        let all = [
            // make feature adds a line below this one.
            .shop,
          ]
          static let retired: Set<String> = [
            // make remove-feature adds a line below this one.
          ]

        """, to: RetiredModules.path)
      try project.write("let a = Migration(\"shop\", [])\n", to: "Modules/Shop/Store.swift")
      try project.write("let zoos = TabItem(\"zoos\") {}\n", to: "Modules/Zoos/ZoosFeature.swift")
      try project.write("flowchart LR\n  Home --> Cart\n", to: "Docs/map.mmd")
      try project.write("# Prices\n\n<!-- Needs: Shop -->\n", to: "Fixtures/prices/README.md")
      try project.write("1\n", to: "Fixtures/prices/list.txt")
      try project.write(Self.marked, to: Self.wiring)
      if hasGit {
        try project.write("*.local\n*.local.md\n", to: ".gitignore")
        try project.git("init --quiet")
        try project.git("add .")
        try project.git("commit --quiet --message a")
      }
      try body(project)
    }
  }

  private func removal(_ project: Project) throws -> FeatureRemoval {
    FeatureRemoval(root: project.root, git: try GitRepository(root: project.root).files())
  }

  @Test("Lines that git does not have are not lost: neither edits nor a new file would be changed")
  func lostLines() throws {
    try withShop { project in
      let before = try removal(project)
      #expect(try before.lost(by: before.changes(removing: ["Shop"])) == [])
      try project.write(Self.marked.replacing("= 1", with: "= 2"), to: Self.wiring)
      try project.write("- `Modules/Shop/Store.swift`: ask Ann\n", to: "NOTES.md")
      // It is drawn again anyway.
      try project.write("| [Shop](../Modules/Shop) | sells |\n", to: GraphPage.path)
      let removal = try removal(project)
      let lost = try removal.lost(by: removal.changes(removing: ["Shop"]))
      #expect(lost == [Self.wiring, "NOTES.md"])
    }
  }

  @Test("Files that git ignores stay as they are, except those in a module that goes")
  func ignored() throws {
    try withShop { project in
      let note = "- `Modules/Shop/Store.swift`: ask Ann\n"
      let needing = "<!-- Needs: Shop -->\n"
      try project.write(note, to: "NOTES.local.md")
      try project.write(needing, to: "Docs/own.local.md")
      try project.write("", to: "Modules/Shop/own.local")
      let changes = try removal(project).remove(["Shop"])
      #expect(!changes.contains { $0.path.hasSuffix(".local.md") })
      #expect(try project.text("NOTES.local.md") == note)
      #expect(try project.text("Docs/own.local.md") == needing)
      #expect(changes.contains { $0.path == "Modules/Shop/own.local" && $0.isDeleted })
    }
  }

  @Test("Empty folders of its modules go, so its name is free again; other repositories stay")
  func emptyFolders() throws {
    try withShop { project in
      for path in ["Modules/Shop/Models/New", "Tests/ShopTests/Support", "Modules/Zoos"] {
        try FileManager().createDirectory(
          at: project.root.appending(path: path), withIntermediateDirectories: true)
      }
      _ = try removal(project).remove(["Shop"])
      #expect(!project.scaffold.taken.contains("Shop"))
      #expect(try project.everything()["Tests/ShopTests"] == nil)
      #expect(try project.everything()["Modules/Zoos"] != nil)
    }
    try withShop { project in
      try project.git("init --quiet Modules/Shop/nested")
      let before = try project.everything().filter { $0.key.contains("/nested") }
      _ = try removal(project).remove(["Shop"])
      #expect(try project.everything().filter { $0.key.contains("/nested") } == before)
    }
  }

  @Test("A feature that is a link or another repository is neither removed with others nor alone")
  func foreign() throws {
    try withShop { project in
      let names = ["Apes", "Kayaks", "Lynxes"]
      let lines = (names + ["Shop", "Zoos"]).map { "  \"\($0)\",\n" }.joined()
      try project.write("let features = [\n\(lines)]\n", to: "Package.swift")
      try project.git("init --quiet Modules/Apes")
      try project.write("", to: "Kayaks/KayaksFeature.swift")
      try FileManager().createSymbolicLink(
        atPath: project.root.appending(path: "Modules/Kayaks").path,
        withDestinationPath: "../Kayaks")
      // A submodule that was not fetched is an empty folder.
      try FileManager().createDirectory(
        at: project.root.appending(path: "Modules/Lynxes"), withIntermediateDirectories: true)
      let commit = String(repeating: "1", count: 40)
      try project.git("update-index --add --cacheinfo 160000,\(commit),Modules/Lynxes")
      let removal = try removal(project)
      #expect(try removal.removed(["Shop"]).features == ["Shop"])
      for name in names {
        #expect(throws: ProjectError.foreign(name)) { try removal.remove([name]) }
      }
      _ = try removal.remove(["Shop"])
      #expect(try removal.features == names + ["Zoos"])
    }
  }

  @Test("A feature that a submodule needs is not removed, and the error names the submodule")
  func foreignDependent() throws {
    try withShop(hasGit: false) { project in
      try project.write("// Needs: Shop\n", to: "Modules/Zoos/ZoosFeature.swift")
      try project.write("gitdir: ../../.git/modules/Zoos\n", to: "Modules/Zoos/.git")
      let removal = FeatureRemoval(root: project.root)
      let before = try project.everything()
      #expect(try removal.removed(["Shop"]).features == ["Shop", "Zoos"])
      #expect(throws: ProjectError.foreign("Zoos")) { try removal.remove(["Shop"]) }
      #expect(try project.everything() == before)
    }
  }

  @Test("A removal leaves alone what is behind a link: a file that needs Shop, an empty folder")
  func links() throws {
    let other = FileManager().temporaryDirectory.appending(path: "other-\(UUID().uuidString)")
    defer { try? FileManager().removeItem(at: other) }
    try FileManager().createDirectory(
      at: other.appending(path: "empty"), withIntermediateDirectories: true)
    try Data("// Needs: Shop\n".utf8).write(to: other.appending(path: "A.swift"))
    try withShop(hasGit: false) { project in
      try project.write("", to: "Docs/A.md")
      for path in ["Docs/out", "Modules/Shop/out"] {
        try FileManager().createSymbolicLink(
          at: project.root.appending(path: path), withDestinationURL: other)
      }
      let changes = try FeatureRemoval(root: project.root).remove(["Shop"])
      #expect(!changes.contains { $0.path.contains("/out") })
      let left = try FileManager().contentsOfDirectory(atPath: other.path).sorted()
      #expect(left == ["A.swift", "empty"])
    }
  }

  @Test("A feature that was never committed has no users, so its module is not retired")
  func neverCommitted() throws {
    try withShop { project in
      let before = try project.text(RetiredModules.path)
      _ = try project.scaffold.make(FeatureName("Kayaks", taken: []))
      let kayaks = try removal(project).removed(["Kayaks"])
      #expect(kayaks.retired == [] && !kayaks.hasUsers)
      _ = try removal(project).remove(["Kayaks"])
      #expect(try project.text(RetiredModules.path) == before)

      let shop = try removal(project).removed(["Shop"])
      #expect(shop.hasUsers)
      let retired = shop.retired
      #expect(retired == ["shop"])
      #expect(NextSteps.retired(retired)?.contains("AppFeature.retired: shop. ") == true)
      #expect(NextSteps.retired([]) == nil)
      _ = try removal(project).remove(["Shop"])
      #expect(try project.text(RetiredModules.path).contains("\n    \"shop\",\n"))
    }
  }

  @Test("Where git has no commit yet, no feature has users")
  func noCommit() throws {
    try withShop(hasGit: false) { project in
      try project.git("init --quiet")
      let new = try removal(project).removed(["Shop"])
      #expect(new.retired == [] && !new.hasUsers)
      let other = try FeatureRemoval(root: project.root).removed(["Shop"])
      #expect(other.retired == ["shop"] && other.hasUsers)
    }
  }
}
