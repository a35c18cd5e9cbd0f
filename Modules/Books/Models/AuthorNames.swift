import Core

/// Names of authors in a text, separated by commas or line breaks.
enum AuthorNames {
  /// Words that follow a comma and belong to the name before it, without dots and in lower case.
  private static let suffixes: Set = [
    "jr", "sr", "ii", "iii", "iv", "esq", "phd", "md", "dds", "rn",
  ]

  /// Returns the names, without empty and duplicate ones; “Martin Luther King, Jr.” is one name.
  ///
  /// - Parameter unquotes: whether a name can be in quotation marks, as in a CSV file.
  static func list(_ text: String, unquotes: Bool = false) -> [String] {
    var names: [String] = []
    for part in TypedList(text, unquotes: unquotes).items {
      if isSuffix(part), let last = names.indices.last {
        // In place: a file may have nothing but suffixes.
        names[last] += ", \(part)"
      } else {
        names.append(part)
      }
    }
    var seen: Set<String> = []
    return names.filter { seen.insert($0).inserted }
  }

  /// Returns the text of a list that is read with `unquotes`: a name that would be several is in quotation marks.
  static func text(of names: [String]) -> String {
    names.map { list($0, unquotes: true) == [$0] ? $0 : TypedList.typed([$0]) }
      .joined(separator: ", ")
  }

  /// Returns a name as in a catalogue of cards: “King, Martin Luther, Jr.”.
  static func lastNameFirst(_ name: String) -> String {
    let comma = name.firstIndex(of: ",") ?? name.endIndex
    let (own, suffix) = (name[..<comma], name[comma...])
    guard let space = own.lastIndex(of: " ") else { return name }
    return "\(own[own.index(after: space)...]), \(own[..<space])\(suffix)"
  }

  /// Returns “Martin Luther King” for “Martin Luther King, Jr.” and “Martin Luther King Jr.”.
  static func withoutSuffix(_ name: String) -> String {
    var own = name[...]
    while let end = own.lastIndex(where: { $0 == "," || $0 == " " }),
      isSuffix(String(own[end...].dropFirst()))
    {
      let rest = own[..<end].reversed().drop { $0 == "," || $0 == " " }
      if rest.isEmpty { break }
      own = own.prefix(rest.count)
    }
    return String(own)
  }

  /// Returns whether what follows a comma belongs to the name before it, as in “King, Jr.”.
  static func isSuffix(_ part: String) -> Bool {
    let part = part.trimmed
    return part.utf8.count <= 6
      && suffixes.contains(part.lowercased().replacing(".", with: ""))
  }
}
