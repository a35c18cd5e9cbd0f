extension Rule {
  /// Every public declaration says what it is; an override says what the overridden one says.
  static let documentation = Rule("documentation") { file in
    guard file.module?.isSource == true else { return [] }
    return file.publicDeclarations.filter { !file.isDocumented(line: $0.line) }
      .map { file.violation($0.line, "\($0.text) is public and not documented") }
  }

  /// One idea a file.
  static let fileLength = Rule("file length") { file in
    guard file.lines.count > 251 else { return [] }
    return [file.violation(251, "\(file.lines.count - 1) lines: at most 250 stay readable")]
  }

  /// A coordinator that grows hides a second flow. This one is a warning.
  static let coordinatorLength = Rule("coordinator length") { file in
    guard file.module?.isSource == true, file.module?.role != .core,
      file.name.hasSuffix("Coordinator"), file.lines.count > 151
    else { return [] }
    return [file.violation(151, "\(file.lines.count - 1) lines: is there a second flow in it?")]
  }
}

extension SourceFile {
  private static let keywords: Set<String> = [
    "func", "var", "let", "init", "subscript", "case", "associatedtype", "typealias", "struct",
    "class", "enum", "actor", "protocol", "macro", "operator",
  ]

  /// The declarations that another module can see, each as its keyword and name.
  fileprivate var publicDeclarations: [(line: Int, text: String)] {
    var found: [(line: Int, text: String)] = []
    // The depths at which members need no word of their own to be public.
    var cases: [Int] = []
    var requirements: [Int] = []
    for (index, token) in tokens.enumerated() {
      if token.text == "}" {
        cases.removeAll { $0 > token.depth }
        requirements.removeAll { $0 > token.depth }
      }
      guard Self.keywords.contains(token.text), found.last?.line != token.line else { continue }
      let next = self.token(index + 1) ?? ""
      // `public class func` is one declaration; `.init` and `.open(let link)` are none.
      if Self.keywords.contains(next) || [".", "("].contains(self.token(index - 1)) { continue }
      let modifiers = modifiers(before: index)
      let isPublic = modifiers.contains("public") || modifiers.contains("open")
      let isImplied =
        requirements.contains(token.depth) || token.text == "case" && cases.contains(token.depth)
      guard isPublic || isImplied else { continue }
      if isPublic, token.text == "enum" { cases.append(token.depth + 1) }
      if isPublic, token.text == "protocol" { requirements.append(token.depth + 1) }
      if modifiers.contains("override") || modifiers.contains("import") { continue }
      found.append((token.line, "\(token.text) \(next)"))
    }
    return found
  }

  /// Whether a documentation comment ends above this line, or above the attributes before it.
  fileprivate func isDocumented(line: Int) -> Bool {
    var above = line - 2
    while above >= 0, codeLines[above].drop(while: { $0 == " " }).hasPrefix("@") { above -= 1 }
    guard above >= 0 else { return false }
    let text = lines[above].trimmingPrefix(while: { $0 == " " })
    return text.hasPrefix("///") || text.hasSuffix("*/")
  }
}
