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

  /// Returns the manifest without some features: in their array, and where others import them.
  func without(_ names: Set<String>) -> PackageManifest {
    var text = text
    for name in names {
      let quoted = "\"\(name)\""
      text = text.replacing("\n  \(quoted),\n", with: "\n", maxReplacements: 1)
        // The only feature: the formatter takes its comma.
        .replacing("[\n  \(quoted)\n]", with: "[\n]")
        .replacing("\(quoted), ", with: "").replacing(", \(quoted)", with: "")
      // The only element of a line, before another line of the list.
      text = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { $0.drop { $0 == " " } != "\(quoted)," }.joined(separator: "\n")
    }
    return PackageManifest(text: text)
  }
}
