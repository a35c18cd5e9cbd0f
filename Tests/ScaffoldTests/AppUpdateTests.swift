import Foundation
import Testing

@testable import Scaffold

@Suite("An app that is made again for an update") struct AppUpdateTests {
  @Test("An update to a template whose feature needs one that the app lacks says what to do")
  func updateNeeds() throws {
    let destination = FileManager().temporaryDirectory.appending(
      path: "app-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager().removeItem(at: destination) }
    try withProject { project in
      try project.write("let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n", to: "Package.swift")
      try project.write("// Needs: Zoos\n", to: "Modules/Shop/ShopFeature.swift")
      for (isUpdate, error) in [
        (false, ProjectError.needs("Shop", of: ["Zoos"])),
        (true, .templateNeeds("Shop", of: ["Zoos"])),
      ] {
        #expect(throws: error) {
          try AppScaffold(root: project.root).make(
            AppScaffold.Request(
              name: AppName("Gnomon", taken: []), destination: destination, files: [],
              features: ["Shop"], commit: "0", isUpdate: isUpdate))
        }
        #expect(error.description.contains("FEATURES") != isUpdate)
      }
      try project.write("let zoos = Feature(\"zoos\")\n", to: "Modules/Zoos/ZoosFeature.swift")
      let made = try AppScaffold(root: project.root).make(
        AppScaffold.Request(
          name: AppName(Project.newApp, taken: []), destination: destination,
          files: ProjectFolder(root: project.root).paths, features: ["Shop", "Zoos"], commit: "0",
          isUpdate: true))
      #expect(made == ["Shop", "Zoos"])
    }
  }

  @Test("An update names a missing feature as the app calls it")
  func appsNames() throws {
    try withProject { project in
      let theirs = "\(try project.appName.text)Zoos"
      try project.write("let features = [\n  \"Shop\",\n  \"\(theirs)\",\n]\n", to: "Package.swift")
      try project.write("// Needs: \(theirs)\n", to: "Modules/Shop/ShopFeature.swift")
      #expect(throws: ProjectError.templateNeeds("Shop", of: ["GnomonZoos"])) {
        try AppScaffold(root: project.root).make(
          AppScaffold.Request(
            name: AppName("Gnomon", taken: []),
            destination: FileManager().temporaryDirectory.appending(path: UUID().uuidString),
            files: [], features: ["Shop"], commit: "0", isUpdate: true))
      }
    }
  }
}
