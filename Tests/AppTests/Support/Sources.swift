import Foundation
@testable import Scaffold

/// The package's files, found relative to this file.
enum Sources {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// Returns the kinds of all declared screens.
  static func screenKinds() -> [String] {
    SourceTree.project.files.filter { $0.module?.isSource == true }.flatMap { file in
      file.codeLines.joined(separator: "\n").matches(of: /class (\w+)Screen: \w*Screen\b/)
        .map { String($0.1) }
    }
  }
}

extension SourceTree {
  /// The project; read once, because the sources do not change during tests.
  static let project = SourceTree(root: Sources.root)
}
