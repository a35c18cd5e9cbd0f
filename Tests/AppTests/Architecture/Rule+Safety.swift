extension Rule {
  /// Two apps can run in one process: nothing that changes belongs to the process.
  static let noGlobalState = Rule("no global state") { file in
    guard file.module?.isSource == true else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      guard token.text == "var" else { return nil }
      let isStatic = file.modifiers(before: index).contains("static")
      guard isStatic || token.depth == 0, !file.isComputed(at: index),
        !file.isTaskLocal(at: index)
      else { return nil }
      return file.violation(token.line, "\(file.token(index + 1) ?? "") can change for all apps")
    }
  }

  /// What an app uses it is given.
  static let noSingletons = Rule("no singletons") { file in
    guard file.module?.isSource == true else { return [] }
    return ["shared", "sharedInstance", "instance", "singleton"].flatMap { name in
      file.places(of: ["static", "let", name]).map {
        file.violation($0.line, "static let \(name) makes a singleton")
      }
    }
  }

  /// Foundation's `Process` crashes where very many files are open, as in tests that run in parallel:
  /// TestKit has `ChildProcess`.
  static let ownProcesses = Rule("own processes") { file in
    file.places(of: ["Process", "("]).map {
      file.violation($0.line, "Process of Foundation; ChildProcess starts programs")
    }
  }

  /// What comes from outside never ends the program.
  ///
  /// `precondition` is allowed: it says that code was used wrongly, such as a coordinator that is started
  /// twice, and nothing from outside decides that.
  static let noTraps = Rule("no traps") { file in
    guard file.module?.isSource == true else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      switch token.text {
      case "fatalError": return file.violation(token.line, "fatalError ends the program")
      case "try", "as":
        guard index + 1 < file.tokens.count, file.tokens[index + 1].text == "!",
          file.tokens[index + 1].offset == token.offset + token.text.utf8.count
        else { return nil }
        return file.violation(token.line, "\(token.text)! ends the program")
      default: return nil
      }
    }
  }
}

extension SourceFile {
  /// Whether the variable declared at this place has a getter instead of a value.
  fileprivate func isComputed(at index: Int) -> Bool {
    let ends: Set<String> = ["var", "let", "func", "static", "public", "private", "@", "}", "case"]
    for place in (index + 1)..<max(index + 1, tokens.count) {
      let text = tokens[place].text
      if text == "{" { return !["didSet", "willSet"].contains(token(place + 1)) }
      if text == "=" || ends.contains(text) { return false }
    }
    return false
  }

  fileprivate func isTaskLocal(at index: Int) -> Bool {
    tokens[..<index].suffix(6).contains { $0.text == "TaskLocal" }
  }
}
