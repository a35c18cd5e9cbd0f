/// `Package.swift`, as text.
struct PackageManifest {
  static let path = "Package.swift"

  let text: String

  /// The text without comments, which may have brackets and names in quotation marks.
  private var code: String { text.replacing(/\/\/[^\n]*/, with: "") }

  /// The array of features.
  var features: [String] {
    let list = code.firstMatch(of: /let features = \[([^\]]*)\]/)?.1 ?? ""
    return list.matches(of: /"(\w+)"/).map { String($0.1) }
  }

  /// The names of all targets, with those that are made from the array of features.
  var targets: Set<String> {
    let declared = code.matches(
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
      // The only element of a line. The formatter takes the comma of an only feature.
      let element = /^ *"(\w+)",?\s*(?:\/\/.*)?$/
      text = text.split(separator: "\n", omittingEmptySubsequences: false)
        .filter { $0.firstMatch(of: element).map { $0.1 != name } ?? true }.joined(separator: "\n")
        .replacing("\(quoted), ", with: "").replacing(", \(quoted)", with: "")
        .replacing("[\(quoted)]", with: "[]")
      let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
      text = Self.withoutGrants(to: name, in: lines).joined(separator: "\n")
    }
    return PackageManifest(text: text)
  }

  /// Returns lines without the cases of a switch for a feature and its tests. The list of a case can be on
  /// further lines, which are indented deeper.
  private static func withoutGrants(to name: String, in lines: [Substring]) -> [Substring] {
    var dropped: Int?
    return lines.filter { line in
      let words = line.drop { $0 == " " }
      let indent = line.count - words.count
      if let dropped, indent > dropped || indent == dropped && words == "]" { return false }
      let isGrant = ["case \"\(name)\":", "case \"\(name)Tests\":"].contains(where: words.hasPrefix)
      dropped = isGrant ? indent : nil
      return !isGrant
    }
  }
}
