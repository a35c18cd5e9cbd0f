import Foundation

/// The package's own files, found from where this one stands.
enum Sources {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The kinds of all screens that the modules declare.
  static func screenKinds() throws -> [String] {
    let modules = root.appending(path: "Modules")
    let files = FileManager.default.enumerator(at: modules, includingPropertiesForKeys: nil)
    var kinds: [String] = []
    for case let file as URL in files ?? .init() where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for match in text.matches(of: /class (\w+)Screen: \w*Screen\b/) {
        kinds.append(String(match.1))
      }
    }
    return kinds
  }
}
