import Foundation

/// The Swift files of a project.
struct SourceTree: Sendable {
  /// The project's folder.
  let root: URL
  /// The files of Modules, App and Tests, or of some of these folders, sorted by path, without separate
  /// packages and the templates of features and screens.
  let files: [SourceFile]

  /// Reads the files of the project in a folder.
  init(root: URL, folders: [String] = ["Modules", "App", "Tests"]) {
    self.root = root
    let manager = FileManager()
    let paths = folders.flatMap { folder in
      (manager.enumerator(atPath: root.appending(path: folder).path)?.compactMap {
        ($0 as? String).map { "\(folder)/\($0)" }
      } ?? [])
    }
    let packages = paths.filter { $0.hasSuffix("/Package.swift") }.map { $0.dropLast(13) }
    files = paths.filter { path in
      path.hasSuffix(".swift") && !path.hasPrefix("Modules/Scaffold/Template/")
        && !path.hasPrefix("Modules/Scaffold/Templates/")
        && !packages.contains { path.hasPrefix($0) }
    }
    .sorted()
    .compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8))
        .map { SourceFile(path: path, text: $0) }
    }
  }
}
