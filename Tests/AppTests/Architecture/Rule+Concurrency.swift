extension Rule {
  /// All work is counted, so that the app knows when it has settled: `Activity` makes the tasks.
  static let trackedWork = Rule("tracked work") { file in
    // DumpWork's task is waited for by counted work; once that is cancelled, the app has settled.
    guard file.module?.isHeadless == true, !file.path.hasPrefix("Modules/Core/Core/Activity/"),
      // A subscription counts what it does with each element, and ends with its screen.
      file.path != "Modules/Core/Core/Screens/Subscription.swift",
      file.path != "Modules/Catalogue/LocalCatalogue/Dump/DumpWork.swift"
    else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.tokens[index].text == "Task", let next = file.token(index + 1) else { return nil }
      let isMade =
        switch next {
        case "{", "(": true
        case ".": ["detached", "init", "immediate"].contains(file.token(index + 2))
        // Task<Void, Never> { ... }
        case "<": file.isMade(afterArgumentsAt: index + 1)
        default: false
        }
      return isMade ? file.violation(file.tokens[index].line, "a task that nobody counts") : nil
    }
  }

  /// Core and the features run on every platform that Package.swift declares.
  ///
  /// A list of names, and no more: the compiler checks availability on Apple's platforms only, so a
  /// newer name that is missing here is found by the first build there.
  static let platforms = Rule("platforms") { file in
    // Activity asks first whether the system has it (Docs/decisions/0008).
    guard file.module?.isHeadless == true,
      file.path != "Modules/Core/Core/Activity/Task+AtOnce.swift"
    else { return [] }
    let newer = [
      ["Task", ".", "immediate"], ["Task", ".", "immediateDetached"], ["addImmediateTask"],
      ["Observations"], ["isolated", "deinit"], ["InlineArray"],
    ]
    return newer.flatMap { sequence in
      file.places(of: sequence).map {
        file.violation($0.line, "\(sequence.joined()) is newer than the declared platforms")
      }
    }
  }
}

extension SourceFile {
  fileprivate func isMade(afterArgumentsAt open: Int) -> Bool {
    var (index, depth) = (open, 0)
    while let token = token(index) {
      if token == "<" { depth += 1 }
      if token == ">" { depth -= 1 }
      index += 1
      if depth == 0 { break }
    }
    // A brace or parenthesis further on belongs to something else.
    guard let next = token(index), next == "{" || next == "(" else { return false }
    return tokens[index].line == tokens[index - 1].line && !isType(at: open - 1)
  }

  /// Whether the name at this place is a type's: `var task: Task<Void, Never> { ... }`.
  private func isType(at index: Int) -> Bool {
    let before = token(index - 1)
    return before == ":" || before == ">" || before == "some" || before == "any"
  }
}
