extension Rule {
  /// A protocol that asks for more and more of who is told is a screen that should be two. This one
  /// is a warning.
  static let routingSize = Rule("routing size") { file in
    guard file.module?.role == .feature else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.tokens[index].text == "protocol", let name = file.token(index + 1),
        name.isReporting
      else { return nil }
      let count = file.requirements(ofProtocolAt: index)
      return count > 7
        ? file.violation(file.tokens[index].line, "\(name) asks for \(count) things: at most 7")
        : nil
    }
  }

  /// A screen that held whom it tells would keep them alive.
  static let weakReporting = Rule("weak reporting") { file in
    guard file.featureFolder == "Screens" || file.featureFolder == "ViewModels" else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      guard token.text == "var" || token.text == "let", file.token(index + 2) == ":" else {
        return nil
      }
      let line = file.tokens[index...].prefix { $0.line == token.line }
      // What has a body is computed.
      guard line.contains(where: { $0.text.isReporting }),
        !line.contains(where: { $0.text == "{" }),
        !file.modifiers(before: index).contains("weak")
      else { return nil }
      return file.violation(token.line, "whom a screen tells is held strongly")
    }
  }

  /// A screen asks its view model, or whom it tells; neither knows where things are kept but the
  /// view model.
  static let screensKnowNoServices = Rule("screens know no services") { file in
    guard file.featureFolder == "Screens" else { return [] }
    // A transfer stands beside the screens, for it has words for people, and is none.
    if file.name.hasSuffix("Transfer") { return [] }
    let suffixes = [
      "Services", "Store", "Stores", "Client", "Catalogue", "Provider", "Database", "Hashing",
      "Keeper",
    ]
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      // The module that is imported is no service.
      guard file.token(index - 1) != "import",
        token.text == "services" || suffixes.contains(where: token.text.hasSuffix)
      else { return nil }
      return file.violation(token.line, "a screen names \(token.text)")
    }
  }
}

extension Rule {
  /// Whom a screen tells comes with its initializer, so that it can't be forgotten or replaced.
  static let reportingInInitializer = Rule("reporting in the initializer") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      let modifiers = file.modifiers(before: index)
      guard token.text == "var", modifiers.contains("weak"), !modifiers.contains("private") else {
        return nil
      }
      return file.violation(token.line, "whom the screen tells can be set from outside")
    }
  }

  /// A default implementation hides a method that the coordinator has under another name.
  static let noDefaultReporting = Rule("no default reporting") { file in
    guard file.module?.role == .feature else { return [] }
    return file.tokens.indices.compactMap { index in
      let token = file.tokens[index]
      guard token.text == "extension", let name = file.token(index + 1), name.isReporting else {
        return nil
      }
      return file.violation(token.line, "\(name) has default implementations")
    }
  }
}

extension String {
  /// Whether a type of this name is told what happens on a screen.
  fileprivate var isReporting: Bool { hasSuffix("Delegate") || hasSuffix("Routing") }
}

extension SourceFile {
  /// The number of functions and properties that the protocol asks for.
  fileprivate func requirements(ofProtocolAt index: Int) -> Int {
    let depth = tokens[index].depth
    return tokens[index...].dropFirst().drop { $0.text != "{" }.dropFirst()
      .prefix { $0.depth > depth }
      .count { $0.depth == depth + 1 && ["func", "var"].contains($0.text) }
  }
}
