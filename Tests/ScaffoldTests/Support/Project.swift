import Foundation
import TestKit
import Testing

@testable import Scaffold

func withProject(_ body: (Project) throws -> Void) throws {
  let project = try Project()
  defer { project.remove() }
  try body(project)
}

/// A copy of the files that a scaffold reads, without the features that a team has added: tests make some that may
/// have the same names.
struct Project {
  let root = FileManager().temporaryDirectory.appending(path: "scaffold-\(UUID().uuidString)")
  var scaffold: FeatureScaffold { FeatureScaffold(root: root) }
  var screens: ScreenScaffold { ScreenScaffold(root: root) }

  static let original = (0..<4).reduce(URL(filePath: #filePath)) { url, _ in
    url.deletingLastPathComponent()
  }

  init(of original: URL = Self.original) throws {
    for path in [
      "Package.swift", "App/Composition", "Modules/Scaffold/Template",
      "Modules/Scaffold/Templates",
    ] {
      let target = root.appending(path: path)
      try FileManager().createDirectory(
        at: target.deletingLastPathComponent(), withIntermediateDirectories: true)
      try FileManager().copyItem(at: original.appending(path: path), to: target)
    }
    let removal = FeatureRemoval(root: root, isNew: true)
    let template = try FeatureMarks.template(of: ProjectFolder(root: original))
    _ = try removal.remove(Set(removal.features).subtracting(template))
    let registry = try text(RetiredModules.path)
    try write(RetiredModules.removing(nil, from: registry), to: RetiredModules.path)
  }

  /// Runs git, without the developer's own signature and hooks.
  func git(_ words: String) throws {
    let settings =
      "-c user.name=a -c user.email=a -c commit.gpgSign=false -c core.hooksPath=/dev/null"
    let output = try #require(
      CommandOutput(of: GitRepository.command("\(settings) \(words)", in: root)))
    #expect(output.status == 0, "\(output.lines)")
  }

  func remove() { try? FileManager().removeItem(at: root) }

  /// Adds the feature Shop, which has a tab and texts, to the array of features.
  ///
  /// - Parameter tab: the tab's identifier, as code.
  func addShop(tab: String = #""cart""#) throws {
    try write(
      "let shop = Feature(tabs: [TabItem(\(tab), title: \"Cart\") { CartCoordinator() }])\n",
      to: "Modules/Shop/ShopFeature.swift")
    try write("enum ShopText {\n  enum Prices {}\n}\n", to: "Modules/Shop/Screens/ShopText.swift")
    try write(
      "public import Core\nfinal class CartScreen: Screen {}\n",
      to: "Modules/Shop/Screens/CartScreen.swift")
    try write("@testable import Shop\nstruct StockTests {}\n", to: "Tests/ShopTests/Stock.swift")
    let manifest = try text("Package.swift")
    try write(
      manifest.replacing("let features = [", with: "let features = [\n  \"Shop\","),
      to: "Package.swift")
  }

  /// The name of an app that is made of the project.
  static let newApp = "Umbra"

  /// The name of the project's own app.
  var appName: AppName {
    get throws { try AppIdentityFile(ProjectFolder(root: root)).name }
  }

  /// Makes an app of files of the project; nil for all.
  func makeApp(
    _ name: String = newApp, at destination: URL, files: [String]? = nil,
    features: Set<String>? = nil
  ) throws {
    _ = try AppScaffold(root: root).make(
      AppScaffold.Request(
        name: AppName(name, taken: []), destination: destination,
        files: files ?? ProjectFolder(root: root).paths, features: features, commit: "0123abc"))
  }

  /// Makes an app of the project, and calls `body` with its folder.
  func withApp(
    _ name: String = newApp, features: Set<String>? = nil, _ body: (ProjectFolder) throws -> Void
  ) throws {
    let destination = FileManager().temporaryDirectory.appending(
      path: "app-\(UUID().uuidString)", directoryHint: .isDirectory)
    defer { try? FileManager().removeItem(at: destination) }
    try makeApp(name, at: destination, features: features)
    try body(ProjectFolder(root: destination))
  }

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

  /// The bytes of every file, and every folder, by its path.
  func everything() throws -> [String: Data?] {
    let paths = FileManager().enumerator(atPath: root.path)?.compactMap { $0 as? String } ?? []
    var all: [String: Data?] = [:]
    for path in paths { all[path] = .some(try? Data(contentsOf: root.appending(path: path))) }
    return all
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

  /// Compiles a feature's module and its tests.
  ///
  /// - Parameters:
  ///   - name: the feature's module.
  ///   - paths: the files of the module and of its tests; others are left out.
  func compileFeature(_ name: String, _ paths: [String]) throws {
    let built = try #require(Self.builtModules)
    try compile(
      paths.filter { $0.hasPrefix("Modules/") }, name: name, built,
      ["-emit-module", "-enable-testing"])
    try compile(
      paths.filter { $0.hasPrefix("Tests/") }, name: "\(name)Tests", built,
      ["-typecheck"])
  }

  /// Compiles files. What a test imports has itself imported SQLite and curl, whose module maps are in
  /// folders.
  private func compile(
    _ sources: [String], name: String, _ modules: String, _ options: [String]
  ) throws {
    let process = try ChildProcess(
      "/usr/bin/env",
      [
        "-C", root.path, "swiftc", "-module-name", name, "-swift-version", "6",
        // The first folder has the module that is tested, even if the app has one of the same name.
        "-warnings-as-errors", "-I", root.path, "-I", modules,
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
