import Foundation
import Testing

@testable import Scaffold

@Suite("The last tab of an app") struct LastTabTests {
  /// A project with the features Shop, which has a tab, and Zoos, which has none.
  private func withShop(_ body: (Project) throws -> Void) throws {
    try withProject { project in
      try project.addShop()
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write("let zoos = Feature(\"zoos\")\n", to: "Modules/Zoos/ZoosFeature.swift")
      try body(project)
    }
  }

  @Test("An app's last tab can't be removed until another feature has a tab")
  func lastTab() throws {
    try withShop { project in
      let removal = FeatureRemoval(root: project.root)
      let before = try project.everything()
      let error = ProjectError.lastTabs(["Shop"])
      #expect(throws: error) { try removal.changes(removing: ["Shop"]) }
      #expect(throws: error) { try removal.remove(["Shop"]) }
      #expect(try project.everything() == before)
      #expect(error.description.contains("make feature NAME="))

      _ = try project.scaffold.make(FeatureName("Xylographs", taken: []), kind: .tab)
      _ = try removal.remove(["Shop"])
      // A feature without a tab goes, even if no other one has a tab.
      try project.write("", to: "Modules/Xylographs/XylographsFeature.swift")
      _ = try removal.remove(["Zoos"])
      #expect(try removal.features == ["Xylographs"])
    }
  }

  @Test("The tab of a submodule is a tab of this app, but not of a new one, which does not get it")
  func submodule() throws {
    try withShop { project in
      try project.write("let zoos = TabItem(\"zoos\") {}\n", to: "Modules/Zoos/ZoosFeature.swift")
      try project.write("gitdir: ../../.git/modules/Zoos\n", to: "Modules/Zoos/.git")
      #expect(throws: ProjectError.noTab(["Zoos"], known: ["Shop"])) {
        try project.withApp(features: ["Zoos"]) { _ in }
      }
      let removal = FeatureRemoval(root: project.root)
      _ = try removal.remove(["Shop"])
      #expect(try removal.features == ["Zoos"])
    }
  }

  @Test("A new app without a tab is refused, and the error names the features with one")
  func noTab() throws {
    try withShop { project in
      #expect(throws: ProjectError.noTab(["Zoos"], known: ["Shop"])) {
        try project.withApp(features: ["Zoos"]) { _ in }
      }
      #expect(ProjectError.noTab(["Zoos"], known: ["Shop"]).description.contains(": Shop."))
      try project.withApp(features: ["Shop", "Zoos"]) { app in
        let features = try? FeatureRemoval(root: app.root).features
        #expect(features == ["Shop", "Zoos"])
      }
      // What an update makes again is less than the app, whose own features have tabs.
      let destination = FileManager().temporaryDirectory.appending(
        path: "app-\(UUID().uuidString)", directoryHint: .isDirectory)
      defer { try? FileManager().removeItem(at: destination) }
      let made = try AppScaffold(root: project.root).make(
        AppScaffold.Request(
          name: AppName(Project.newApp, taken: []), destination: destination,
          files: ProjectFolder(root: project.root).paths, features: ["Zoos"], commit: "0",
          isUpdate: true))
      #expect(made == ["Zoos"])
    }
  }
}
