/// `Package.swift`, as text.
struct PackageManifest {
  static let path = "Package.swift"

  let text: String

  /// The array of features.
  var features: [String] {
    let list = text.firstMatch(of: /let features = \[([^\]]*)\]/)?.1 ?? ""
    return list.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The names of all targets, with those that are made from the array of features.
  var targets: Set<String> {
    let declared = text.matches(
      of: /\b(?:module|core|adapter|tests|target|Target|systemLibrary)\(\s*(?:name: )?"(\w+)"/
    ).map { String($0.1) }
    return Set(declared + features.flatMap { [$0, "\($0)Tests"] })
  }

  /// Returns the manifest without some features: in their array, where others import them, and without the lines
  /// that grant them further imports.
  func without(_ names: Set<String>) -> PackageManifest {
    var text = text
    for name in names {
      let quoted = "\"\(name)\""
      text = text.replacing("\n  \(quoted),\n", with: "\n", maxReplacements: 1)
        // The only feature: the formatter takes its comma.
        .replacing("[\n  \(quoted)\n]", with: "[\n]")
        .replacing("\(quoted), ", with: "").replacing(", \(quoted)", with: "")
      // The only element of a line, before another line of the list; and what the feature and its tests import.
      text = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { line in
          let words = line.drop { $0 == " " }
          let isGrant = [quoted, "\"\(name)Tests\""].contains { words.hasPrefix("case \($0): [") }
          return words != "\(quoted)," && !(isGrant && words.hasSuffix("]"))
        }.joined(separator: "\n")
    }
    return PackageManifest(text: text)
  }
}
