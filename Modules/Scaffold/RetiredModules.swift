/// The list of retired modules in the app's sources: they had tables in the app's database, and the app
/// no longer has them. Without the list it would take the files of its users for those of a newer version.
enum RetiredModules {
  /// The file with the list, which is that of the app's features.
  static let path = "App/Composition/AppFeatures.swift"
  /// The beginning of the line below which the modules stand.
  private static let mark = "    // make remove-feature"

  /// Returns the modules that migrations in a text have. One that isn't a literal counts as the feature's own
  /// name.
  static func modules(in text: String, of feature: String) -> Set<String> {
    let word = (try? FeatureName(feature, taken: []).word) ?? feature.lowercased()
    return Set(
      text.matches(of: /\bMigration\(\s*(?:"([^"\\]+)")?/).map { $0.1.map(String.init) ?? word })
  }

  /// Returns the file with more modules on its list.
  ///
  /// - Throws: ``ProjectError/missing(_:in:)`` for a file without the list.
  static func adding(_ modules: Set<String>, to text: String) throws(ProjectError) -> String {
    guard !modules.isEmpty else { return text }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let list = list(lines) else {
      throw .missing(mark.trimmingPrefix { $0 == " " }.description, in: path)
    }
    let new = modules.subtracting(lines[list].compactMap(module)).sorted()
    lines.insert(contentsOf: new.map { "    \"\($0)\","[...] }, at: list.lowerBound)
    return lines.joined(separator: "\n")
  }

  /// Returns the file without modules on its list.
  ///
  /// - Parameter modules: the modules that are there again; nil for all, in an app without users.
  static func removing(_ modules: Set<String>?, from text: String) -> String {
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let list = list(lines) else { return text }
    let kept = lines[list].filter { line in
      guard let modules else { return false }
      return module(line).map(modules.contains) != true
    }
    lines.replaceSubrange(list, with: kept)
    return lines.joined(separator: "\n")
  }

  /// Returns the module of a line; the only one has no comma.
  private static func module(_ line: Substring) -> String? {
    line.wholeMatch(of: /\s*"([^"]+)",?/).map { String($0.1) }
  }

  /// Returns where the modules of the list are.
  private static func list(_ lines: [Substring]) -> Range<Int>? {
    guard let start = lines.firstIndex(where: { $0.hasPrefix(mark) }),
      let end = lines[start...].firstIndex(of: "  ]")
    else { return nil }
    return start + 1..<end
  }
}
