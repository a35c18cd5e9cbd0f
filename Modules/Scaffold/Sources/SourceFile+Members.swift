extension SourceFile {
  /// A property, function or case that a type or an extension declares.
  struct Member: Sendable {
    /// The name of the type, as the declaration has it; for an array that of its elements.
    let type: Substring
    let name: Substring
    /// Whether code names the member behind its type.
    let isStatic: Bool
    /// Whether an extension declares it, and other files can use it.
    let isAdded: Bool
    /// Whether other modules can use it.
    let isPublic: Bool

    /// The part of the type's name before its first point.
    var outerType: Substring { type.split(separator: ".").first ?? type }
    /// The part of the type's name after its last point.
    var innerType: Substring { type.split(separator: ".").last ?? type }
    /// How code outside of the type names the member: `.name` behind a value, or `Type.name`.
    var use: Substring { isStatic ? "\(innerType).\(name)" : ".\(name)" }
  }

  /// A declaration of a type or an extension whose end is not reached.
  private struct OpenType {
    let name: Substring
    let indent: Int
    let isExtension: Bool
    let isPrivate: Bool
    /// Whether its members are public without saying so.
    let isPublic: Bool
  }

  /// Returns the members of the types and extensions, except those of types in functions.
  ///
  /// It reads formatted code: a member is indented by two blanks more than its type.
  static func members(in codeLines: [String]) -> [Member] {
    var types: [OpenType] = []
    var members: [Member] = []
    for line in codeLines {
      let text = line.utf8.drop { $0 == UInt8(ascii: " ") }
      guard let first = text.first,
        first.isWord || first == UInt8(ascii: "@") || first == UInt8(ascii: "}")
      else { continue }
      let indent = line.utf8.distance(from: line.utf8.startIndex, to: text.startIndex)
      while let type = types.last, type.indent >= indent { types.removeLast() }
      guard types.last.map({ $0.indent + 2 == indent }) ?? true else { continue }
      let words = line.split(separator: " ")
      let modifiers = words.prefix { $0.hasPrefix("@") || Self.memberModifiers.contains($0) }
      let rest = words.dropFirst(modifiers.count)
      guard let keyword = rest.first, let declared = rest.dropFirst().first else { continue }
      let isPrivate = modifiers.contains("private") || modifiers.contains("fileprivate")
      if Self.types.contains(keyword) {
        guard line.utf8.last != UInt8(ascii: "}") else { continue }
        let name = declared.utf8.drop { $0 == UInt8(ascii: "[") }
          .prefix { $0.isWord || $0 == UInt8(ascii: ".") }
        types.append(
          OpenType(
            name: Substring(name), indent: indent, isExtension: keyword == "extension",
            isPrivate: isPrivate,
            isPublic: modifiers.contains("public") && ["extension", "protocol"].contains(keyword)))
      } else if let type = types.last, Self.memberKeywords.contains(keyword) {
        let name = Substring(declared.utf8.prefix(while: \.isWord))
        guard !name.isEmpty else { continue }
        members.append(
          Member(
            type: type.name, name: name,
            isStatic: keyword == "case" || modifiers.contains("static"),
            isAdded: type.isExtension && !type.isPrivate && !isPrivate,
            isPublic: modifiers.contains("public") || type.isPublic && !isPrivate))
      }
    }
    return members
  }

  private static let types: Set<Substring> = [
    "struct", "class", "enum", "actor", "protocol", "extension",
  ]
  private static let variableKeywords: Set<Substring> = ["let", "var", "for"]
  private static let memberKeywords: Set<Substring> = ["var", "let", "func", "case"]
  private static let memberModifiers: Set<Substring> = [
    "public", "package", "private", "fileprivate", "private(set)", "fileprivate(set)", "open",
    "final", "override", "nonisolated", "nonisolated(unsafe)", "isolated", "static", "mutating",
    "consuming", "borrowing", "weak", "unowned", "lazy", "indirect",
  ]

  /// The words of the code, and how it names what may be declared elsewhere: `.name` behind a value,
  /// `Type.name`, and `name` alone if no variable or parameter of the file is called so.
  var names: (words: Set<Substring>, uses: Set<Substring>) {
    var words: Set<Substring> = []
    var uses: Set<Substring> = []
    var variables: Set<Substring> = []
    for line in codeLines {
      let code = line.utf8
      var previous: Substring = ""
      for word in code.split(whereSeparator: { !$0.isWord }) {
        let name = Substring(word)
        words.insert(name)
        defer { previous = name }
        guard code[..<word.startIndex].last == UInt8(ascii: ".") else {
          let isVariable =
            Self.variableKeywords.contains(previous)
            || code[word.endIndex...].first == UInt8(ascii: ":")
          if isVariable { variables.insert(name) } else { uses.insert(name) }
          continue
        }
        let dot = code.index(before: word.startIndex)
        if !previous.isEmpty, previous.endIndex == dot {
          let isType = previous.utf8.first.map(\.isCapital) ?? false
          let start = isType ? previous.startIndex : dot
          uses.insert(Substring(code[start..<word.endIndex]))
        } else if Self.endsValue(code[..<dot]) {
          uses.insert(Substring(code[dot..<word.endIndex]))
        }
      }
    }
    return (words, uses.subtracting(variables))
  }

  /// Whether a point after this code stands behind a value, which may be on the line above.
  private static func endsValue(_ code: Substring.UTF8View) -> Bool {
    guard let last = code.last else { return true }
    return ")]}?!\\".utf8.contains(last) || code.allSatisfy { $0 == UInt8(ascii: " ") }
  }
}

extension [SourceFile] {
  /// The modules that have a public member, by how code names it.
  var publicMembers: [Substring: Set<String>] {
    var modules: [Substring: Set<String>] = [:]
    for file in self {
      guard let module = file.module, module.isSource else { continue }
      for member in file.members where member.isPublic {
        modules[member.use, default: []].insert(module.name)
      }
    }
    return modules
  }
}

extension UInt8 {
  fileprivate var isCapital: Bool { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) }
}
