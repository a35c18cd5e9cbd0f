import Foundation

extension String {
  /// The text on one line of a log: no control character, no character that is invisible or turns
  /// the direction of the text, and at most `limit` characters of Unicode.
  func logText(limit: Int) -> String {
    var line = String.UnicodeScalarView()
    var count = 0
    for scalar in unicodeScalars {
      guard count < limit else { return String(line) + "…" }
      count += 1
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate, .privateUse,
        .unassigned:
        line.append("\u{FFFD}")
      default: line.append(scalar)
      }
    }
    return String(line)
  }
}

extension URL {
  /// Returns the URL for a log: without user, password and fragment, and of the query only the names. Parameters of the
  /// path that may be credentials have no value.
  func logText(path: (String) -> String = { $0 }) -> String {
    guard let parts = URLComponents(url: self, resolvingAgainstBaseURL: true),
      let scheme = parts.scheme, let host = parts.percentEncodedHost
    else { return "(no URL with a host)" }
    var text = "\(scheme)://\(host)"
    if let port = parts.port { text += ":\(port)" }
    let redacted = HTTPCredentials.redacted(path: parts.percentEncodedPath)
    text += path(redacted).logText(limit: 300)
    if let query = parts.percentEncodedQuery { text += "?" + Self.names(of: query) }
    return text.logText(limit: 1000)
  }

  /// The names of a query's items. An item without a value, or with an unusual name, may be a secret itself.
  private static func names(of query: String) -> String {
    let items = query.split(separator: "&", maxSplits: 20, omittingEmptySubsequences: true)
    return items.map { item -> String in
      let name = item.prefix { $0 != "=" }
      let isName =
        name.utf8.count < item.utf8.count && name.utf8.count <= 40
        && name.utf8.allSatisfy { byte in
          let character = Character(Unicode.Scalar(byte))
          return character.isASCII && (character.isLetter || character.isNumber)
            || "_-.".contains(character)
        }
      return isName ? "\(name)=…" : "…"
    }.joined(separator: "&")
  }
}
