import Foundation
import Testing

@testable import Scaffold

@Suite("Making your own app") struct AppScaffoldTests {
  private static let root = FeatureRemovalTests.root
  private static let scaffold = AppScaffold(root: root)
  /// All sources are read for these.
  private static let taken = scaffold.taken
  private let destination = FileManager().temporaryDirectory.appending(
    path: "app-\(UUID().uuidString)", directoryHint: .isDirectory)

  /// The name of the new app, even if this project is itself an app with the first one.
  private static let name = ["Acme", "Initech"].first { !taken.contains($0) } ?? ""

  /// The features that need no other, one with a tab first.
  private static let tabbed: [String] = {
    let all = FeatureRemovalTests.independent
    let first = all.last(where: FeatureRemovalTests.withTabs.contains)
    return [first].compactMap(\.self) + all.filter { $0 != first }
  }()

  /// Makes an app of all files of the project, and calls `body` with its folder.
  func withApp(
    features: Set<String>? = nil, _ body: (ProjectFolder) throws -> Void
  ) throws {
    defer { try? FileManager().removeItem(at: destination) }
    _ = try Self.scaffold.make(
      AppScaffold.Request(
        name: AppName(Self.name, taken: Self.taken), destination: destination,
        files: ProjectFolder(root: Self.root).paths, features: features, commit: "0123abc"))
    try body(ProjectFolder(root: destination))
  }

  /// Expects the old name in no text and no file name of an app, in any spelling.
  private func expectNoOldName(in app: ProjectFolder) throws {
    let old = try AppIdentityFile(ProjectFolder(root: Self.root)).name
    // The licence keeps the template's line about copyright.
    for path in app.paths where path != "LICENSE" {
      let data = try app.data(path)
      for spelling in old.spellings where data.contains(bytesOf: spelling) {
        // The catalogue has longer words that begin like a short name.
        let text = String(validating: data, as: UTF8.self)
        #expect(text.map(old.isWord) == false, "\(path) contains \(spelling)")
      }
      #expect(!old.isWord(in: path), "\(path)")
    }
  }

  @Test("A new app has its name, scheme and database mark in one file, and the old name nowhere")
  func identity() throws {
    let old = ProjectFolder(root: Self.root)
    try withApp { app in
      try expectNoOldName(in: app)
      let identity = try app.required(AppIdentityFile(app).path)
      #expect(try AppIdentityFile(app).name.text == Self.name)
      let mark = /applicationID: (0x[0-9A-F_]{9})/
      let marks = try [identity, old.required(AppIdentityFile(old).path)].map {
        try #require($0.firstMatch(of: mark)).1
      }
      #expect(marks[0] != marks[1])
      let note = try app.required(AppScaffold.note)
      let licence = try app.required("LICENSE")
      let changes = try app.required("CHANGELOG.md")
      #expect(note.wholeMatch(of: /commit=0123abc\nfeatures=[\w,]+\n/) != nil)
      #expect(licence.contains("The \(Self.name) authors"))
      #expect(changes.split(separator: "\n").count == 3)
    }
  }

  @Test("A new app has exactly the chosen features, and the old name nowhere")
  func chosen() throws {
    let pair = Self.tabbed.prefix(2)
    let chosen = FeatureRemovalTests.features.filter(pair.contains)
    let others = FeatureRemovalTests.features.filter { !chosen.contains($0) }
    try withApp(features: Set(chosen)) { app in
      try expectNoOldName(in: app)
      let features = try FeatureRemoval(root: app.root).features
      #expect(features == chosen)
      let templates = try FeatureMarks.template(of: ProjectFolder(root: Self.root))
      #expect(templates.isSubset(of: FeatureRemovalTests.features))
      #expect(try FeatureMarks.template(of: app) == templates.intersection(chosen))
      for name in chosen { #expect(app.paths.contains { $0.hasPrefix("Modules/\(name)/") }) }
      for name in others { #expect(!app.paths.contains { $0.hasPrefix("Modules/\(name)/") }) }
      // feature: Books
      #expect(!others.contains("Books") || !app.paths.contains { $0.contains("Goodreads") })
      // end
    }
  }

  @Test("Without the template's features a new app gets one of its own, and the old name nowhere")
  func bare() throws {
    try withApp(features: []) { app in
      try expectNoOldName(in: app)
      let features = try FeatureRemoval(root: app.root).features
      #expect(features == [AppScaffold.firstFeature])
      #expect(app.exists("Modules/Welcome/WelcomeFeature.swift"))
      #expect(try FeatureMarks.template(of: app) == [])
      #expect(!app.exists("Docs/coordinators.md"))
    }
  }

  @Test("A folder that is not empty is refused for a new app and stays unchanged")
  func notEmpty() throws {
    defer { try? FileManager().removeItem(at: destination) }
    try FileManager().createDirectory(at: destination, withIntermediateDirectories: true)
    try Data().write(to: destination.appending(path: "mine"))
    #expect(throws: ProjectError.notEmpty(destination.path)) { try make(Self.name) }
    let names = try FileManager().contentsOfDirectory(atPath: destination.path)
    #expect(names == ["mine"])
  }

  @Test(
    "A folder in the project or around it is refused for a new app", arguments: ["A/B", "", ".."])
  func inside(path: String) throws {
    let request = AppScaffold.Request(
      name: try AppName("Acme", taken: []), destination: Self.root.appending(path: path), files: [],
      commit: "0")
    #expect(throws: ProjectError.self) { try Self.scaffold.make(request) }
  }

  @Test("Features that the template lacks are refused, and nothing is left behind")
  func unknownFeature() throws {
    #expect(throws: ProjectError.self) { try withApp(features: ["Nothing"]) { _ in } }
    #expect(!FileManager().fileExists(atPath: destination.path))
  }

  // feature: Membership
  @Test(
    "An app that lacks a feature another one needs is refused with both names, and leaves nothing")
  func neededFeature() throws {
    let other = FeatureRemovalTests.independent.filter { $0 != "Auth" }.suffix(1)
    #expect(throws: ProjectError.needs("Membership", of: ["Auth"])) {
      try withApp(features: Set(["Membership"] + other)) { _ in }
    }
    #expect(!FileManager().fileExists(atPath: destination.path))
  }
  // end

  @Test(
    "An app's name is refused if it isn't valid or a module has it",
    arguments: ["", "A", "acme", "A me", "../A", "Ac-me", "Core", "BOOKS", "Foundation", "Swift"])
  func badNames(text: String) {
    #expect(throws: ProjectError.self) { try AppName(text, taken: ["Core", "Books"]) }
  }

  private func make(_ name: String, of files: [String]? = nil) throws {
    _ = try Self.scaffold.make(
      AppScaffold.Request(
        name: try AppName(name, taken: []), destination: destination,
        files: files ?? ProjectFolder(root: Self.root).paths, commit: "0"))
  }

  @Test(
    "A name that the sources use as a word is refused, and nothing is left behind",
    arguments: ["Screen", "Owner", "Text"])
  func usedName(text: String) throws {
    let error = #expect(throws: ProjectError.self) { try make(text) }
    guard case .usedName(text, let path) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(path.hasSuffix(".swift"))
    #expect(!FileManager().fileExists(atPath: destination.path))
  }

  @Test(
    "A name that the example, the Makefile, its scripts or the manifest use as a word is refused",
    arguments: [
      ("Errands", "Docs/Examples/"), ("Quietly", ".ci/"), ("Phony", "Makefile"),
      ("Traits", "Package.swift"), ("Providers", "Package.swift"),
    ])
  func toolName(text: String, path: String) throws {
    let files = ProjectFolder(root: Self.root).paths.filter { $0.hasPrefix(path) }
    let error = #expect(throws: ProjectError.self) { try make(text, of: files) }
    guard case .usedName(text, let found) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found.hasPrefix(path))
  }

  @Test("A name that contains an example's name as a word is refused")
  func exampleName() {
    #expect(throws: ProjectError.usedName("Acme", in: "Acme4")) { try make("Acme4", of: []) }
  }

  @Test("A name that only an omitted feature uses is accepted, and an update accepts any name")
  func leftOutName() throws {
    let path = "Modules/Shop/Words.swift"
    try withProject { project in
      try project.addShop()
      try project.write("let word = \"Gnomon\"\n", to: path)
      let features = "let features = [\n  \"Shop\",\n  \"Zoos\",\n]\n"
      try project.write(features, to: "Package.swift")
      try project.write("let zoos = TabItem(\"zoos\") {}\n", to: "Modules/Zoos/ZoosFeature.swift")
      try project.withApp("Gnomon", features: ["Zoos"]) { app in
        #expect((try? AppIdentityFile(app).name.text) == "Gnomon")
      }
      #expect(throws: ProjectError.usedName("Gnomon", in: path)) {
        try project.withApp("Gnomon") { _ in }
      }
      // An update makes an app again whose name came before the word.
      defer { try? FileManager().removeItem(at: destination) }
      _ = try AppScaffold(root: project.root).make(
        AppScaffold.Request(
          name: AppName("Gnomon", taken: []), destination: destination,
          files: ProjectFolder(root: project.root).paths, commit: "0", isUpdate: true))
      #expect(ProjectFolder(root: destination).exists(path))
    }
  }

  @Test(
    "Renaming changes words, but not longer words that contain the name",
    arguments: [
      ("Note note NOTE", "Acme acme ACME"), ("Notes noted NOTES", "Notes noted NOTES"),
      ("keynote DENOTE myNote", "keynote DENOTE myAcme"),
      ("NOTE_DIR note-1 note2", "ACME_DIR acme-1 acme2"),
      ("NoteTests noteNote", "AcmeTests acmeAcme"),
    ])
  func words(text: String, renamed: String) throws {
    #expect(
      try AppName("Acme", taken: []).renamed(text, from: AppName(existing: "Note")) == renamed)
  }

  @Test("The new name of an app can begin with the old one")
  func longer() throws {
    let (old, new) = (AppName(existing: "Umbra"), try AppName("UmbraTwo", taken: []))
    #expect(
      new.renamed("Umbra UMBRA_DIR umbra://a", from: old) == "UmbraTwo UMBRATWO_DIR umbratwo://a")
  }

  @Test("Renaming replaces each of a name's four spellings with its counterpart")
  func spellings() throws {
    let (old, new) = (AppName(existing: "OldApp"), try AppName("Acme", taken: []))
    let renamed = new.renamed("OldApp oldapp://a OLDAPP_DIR old-app", from: old)
    #expect(renamed == "Acme acme://a ACME_DIR acme")
    #expect(new.applicationID != old.applicationID)
  }
}
