extension Rule {
  /// Who may import whom.
  static let imports = Rule("imports") { file in
    guard let module = file.module else { return [] }
    return file.imports.compactMap { name, line in
      if module.mayImport(name) { return nil }
      return file.violation(line, "\(module.name) may not import \(name)")
    }
  }

  /// A feature has the same folders as every other, so that everybody finds every file.
  static let featureFolders = Rule("feature folders") { file in
    guard let module = file.module, module.role == .feature else { return [] }
    let folders = ["Models", "Services", "ViewModels", "Screens", "Coordinators"]
    if let folder = file.featureFolder {
      if folders.contains(folder) { return [] }
      return [file.violation(1, "\(folder) is none of \(folders.joined(separator: ", "))")]
    }
    // The one file outside: the feature as the app gets it.
    if file.name == "\(module.name)Feature" { return [] }
    return [file.violation(1, "only \(module.name)Feature.swift stands beside the folders")]
  }

  /// A type with its module's name breaks the qualified names of the module's other types.
  static let typeNames = Rule("type names") { file in
    guard let module = file.module else { return [] }
    let keywords = ["struct", "class", "enum", "actor", "protocol", "typealias"]
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      guard token.depth == 0, keywords.contains(token.text),
        file.token(index + 1) == module.name
      else { return nil }
      return file.violation(token.line, "a type is named like its module, \(module.name)")
    }
  }
}

extension Module {
  private static let toolchain: Set<String> = [
    "Foundation", "Observation", "Synchronization", "Dispatch", "Glibc", "Musl", "Darwin",
  ]

  /// Whether the module may import another one, by the table that the design gives.
  func mayImport(_ name: String) -> Bool {
    if role != .scaffold, Self.toolchain.contains(name) { return true }
    switch role {
    case .scaffold: return name == "Foundation"
    case .feature:
      return Self.featureImports.contains(name)
        || Self.furtherImports[self.name]?.contains(name) ?? false
    case .core, .library, .adapter, .testKit:
      return Self.special[self.name]?.imports.contains(name) ?? false
    case .app: return name != "TestKit" && name != "Testing" && name != "XCTest"
    case .tests(of: "App"): return true
    case .tests(let subject):
      if name == subject || name == "Testing" || name == "TestKit" { return true }
      if Self.furtherImports[self.name]?.contains(name) ?? false { return true }
      // A contract runs on the real thing, too.
      let granted = Self.special[name]?.role
      return granted == .core || granted == .adapter
    }
  }
}

extension SourceFile {
  /// The modules that the file imports, each with its line.
  var imports: [(name: String, line: Int)] {
    let kinds = ["struct", "class", "enum", "protocol", "typealias", "func", "let", "var"]
    return tokens.indices.compactMap { index in
      guard tokens[index].text == "import", tokens[index].depth == 0 else { return nil }
      let isKind = token(index + 1).map(kinds.contains) ?? false
      return token(isKind ? index + 2 : index + 1).map { ($0, tokens[index].line) }
    }
  }
}
