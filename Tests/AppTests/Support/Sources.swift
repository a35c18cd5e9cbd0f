import Foundation

/// The package's own files, found from where this one stands.
enum Sources {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The kinds of all screens that the modules declare.
  static func screenKinds() -> [String] {
    SourceTree.project.files.filter { $0.module?.isSource == true }.flatMap { file in
      file.lines.joined(separator: "\n").matches(of: /class (\w+)Screen: \w*Screen\b/)
        .map { String($0.1) }
    }
  }
}
