import Foundation
import Testing

@testable import Scaffold

@Suite("The folder of a new app") struct AppDestinationTests {
  private let folder = FileManager().temporaryDirectory.appending(
    path: "folder-\(UUID().uuidString)", directoryHint: .isDirectory)

  /// Calls `body` with a project, a link, and the empty folder that it leads to.
  private func withLink(_ body: (Project, _ link: URL, _ target: URL) throws -> Void) throws {
    let target = folder.appending(path: "target")
    let link = folder.appending(path: "link")
    try FileManager().createDirectory(at: target, withIntermediateDirectories: true)
    try FileManager().createSymbolicLink(at: link, withDestinationURL: target)
    defer { try? FileManager().removeItem(at: folder) }
    try withProject { try body($0, link, target) }
  }

  private func isLink(_ url: URL) -> Bool {
    (try? FileManager().destinationOfSymbolicLink(atPath: url.path)) != nil
  }

  @Test("A new app can be made in a link to an empty folder, and has its own name")
  func link() throws {
    try withLink { project, link, target in
      try project.makeApp(at: link)
      #expect(try AppIdentityFile(ProjectFolder(root: target)).name.text == Project.newApp)
      #expect(isLink(link))
    }
  }

  @Test("A new app can be made below a link")
  func belowLink() throws {
    try withLink { project, link, target in
      try project.makeApp(at: link.appending(path: "new"))
      let made = ProjectFolder(root: target.appending(path: "new"))
      #expect(try AppIdentityFile(made).name.text == Project.newApp)
    }
  }

  @Test("A failed new app leaves its folder empty and a link to it in place")
  func failure() throws {
    try withLink { project, link, target in
      // Without its manifest the copy is no project.
      let files = ProjectFolder(root: project.root).paths.filter { $0 != "Package.swift" }
      for destination in [link, target, folder.appending(path: "new")] {
        #expect(throws: ProjectError.self) {
          try project.makeApp(at: destination, files: files, features: [])
        }
      }
      let content = try [target, folder].map {
        try FileManager().contentsOfDirectory(atPath: $0.path)
      }
      #expect(content.map { $0.sorted() } == [[], ["link", "target"]])
      #expect(isLink(link))
    }
  }

  @Test("A broken link is refused as the folder of a new app and stays in place")
  func brokenLink() throws {
    try withLink { project, link, target in
      try FileManager().removeItem(at: target)
      let error = #expect(throws: ProjectError.self) { try project.makeApp(at: link) }
      #expect(error?.description.contains("broken symbolic link") == true)
      #expect(isLink(link))
    }
  }

  @Test("Making an app changes no byte of the project itself")
  func unchanged() throws {
    try withProject { project in
      try project.addShop()
      let before = try project.everything()
      for features in [nil, Set(["Shop"])] {
        try project.withApp(features: features) { #expect($0.exists(PackageManifest.path)) }
        #expect(try project.everything() == before)
      }
    }
  }

  @Test("The features of a new app are listed with commas, with or without spaces")
  func features() {
    #expect(
      AppScaffold.Request.features(in: "Auth, Onboarding,Books ,") == [
        "Auth", "Onboarding", "Books",
      ])
    #expect(AppScaffold.Request.features(in: "") == [])
  }
}
