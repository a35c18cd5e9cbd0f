import Foundation

/// The Swift files of the project, found relative to this file.
struct SourceTree: Sendable {
  /// Read once, because the sources do not change during tests.
  static let project = SourceTree(root: URL(filePath: #filePath).deletingPathComponents(4))

  /// The project's folder.
  let root: URL
  /// The files of Modules, App and Tests, sorted by path, without separate packages and the
  /// template of a feature.
  let files: [SourceFile]

  init(root: URL) {
    self.root = root
    let manager = FileManager()
    let paths = ["Modules", "App", "Tests"].flatMap { folder in
      (manager.enumerator(atPath: root.appending(path: folder).path)?.compactMap {
        ($0 as? String).map { "\(folder)/\($0)" }
      } ?? [])
    }
    let packages = paths.filter { $0.hasSuffix("/Package.swift") }.map { $0.dropLast(13) }
    files = paths.filter { path in
      path.hasSuffix(".swift") && !path.hasPrefix("Modules/Scaffold/Template/")
        && !packages.contains { path.hasPrefix($0) }
    }
    .sorted()
    .compactMap { path in
      (try? String(contentsOf: root.appending(path: path), encoding: .utf8))
        .map { SourceFile(path: path, text: $0) }
    }
  }
}

extension URL {
  fileprivate func deletingPathComponents(_ count: Int) -> URL {
    (0..<count).reduce(self) { url, _ in url.deletingLastPathComponent() }
  }
}
