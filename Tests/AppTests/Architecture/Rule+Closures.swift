extension Rule {
  /// A screen's closure holds its coordinator weakly: a method would hold it, and so would `self`.
  static let weakClosures = Rule("weak closures") { file in
    guard file.featureFolder == "Coordinators" else { return [] }
    let methods = Set(file.places(of: ["func"], and: 1))
    return file.tokens.indices.compactMap { index in
      guard let label = file.token(index), label.isClosureLabel, file.token(index + 1) == ":",
        let value = file.token(index + 2)
      else { return nil }
      let line = file.tokens[index].line
      // In the list of an initializer's parameters a type follows.
      if value == "@" || value == "(" { return nil }
      if value == "self" || methods.contains(value) {
        return file.violation(line, "\(label) is given a method, which holds its coordinator")
      }
      guard value == "{" else { return nil }
      let body = file.closure(at: index + 2)
      let capturesWeakly = body.starts(with: ["{", "["]) && body.prefix(8).contains("weak")
      return body.contains("self") && !capturesWeakly
        ? file.violation(line, "\(label) holds its coordinator: capture it weakly") : nil
    }
  }

  /// Screens are a feature's own; others reach them through its coordinators.
  static let internalScreens = Rule("internal screens") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.tokens[index].text == "class", let name = file.token(index + 1),
        name.hasSuffix("Screen")
      else { return nil }
      let modifiers = Set(file.modifiers(before: index))
      return modifiers.isDisjoint(with: ["public", "open", "package"])
        ? nil : file.violation(file.tokens[index].line, "\(name) is seen outside of its feature")
    }
  }

  /// The coordinator makes the view model and gives it to the screen.
  static let givenViewModels = Rule("given view models") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      guard token.text.hasSuffix("ViewModel"), file.token(index + 1) == "(" else { return nil }
      return file.violation(token.line, "a screen makes a \(token.text)")
    }
  }
}

extension String {
  /// Whether an argument of this label is what a screen calls: `onBook`.
  fileprivate var isClosureLabel: Bool {
    hasPrefix("on") && dropFirst(2).first?.isUppercase == true
  }
}

extension SourceFile {
  /// The tokens so many places after each of these sequences.
  fileprivate func places(of sequence: [String], and offset: Int) -> [String] {
    tokens.indices.compactMap { start in
      sequence.indices.allSatisfy { token(start + $0) == sequence[$0] }
        ? token(start + offset) : nil
    }
  }

  /// The tokens of the closure whose brace stands here.
  fileprivate func closure(at open: Int) -> [String] {
    let depth = tokens[open].depth
    let inside = tokens[(open + 1)...].prefix { $0.depth > depth }
    return ["{"] + inside.map(\.text)
  }
}
