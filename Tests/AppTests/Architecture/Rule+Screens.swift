extension Rule {
  /// Screens and view models report; where that leads is a coordinator's to say.
  static let screensKnowNoNavigation = Rule("screens know no navigation") { file in
    guard file.featureFolder == "Screens" || file.featureFolder == "ViewModels" else { return [] }
    let names: Set<String> = [
      "Navigator", "NavigationTree", "NavigationController", "AppSession", "Placement",
    ]
    return file.tokens.compactMap { token in
      guard names.contains(token.text) || token.text.hasSuffix("Coordinator") else { return nil }
      return file.violation(token.line, "a screen or its view model names \(token.text)")
    }
  }

  /// Experiments decide what is shown next, so only coordinators read them.
  static let variantsInCoordinators = Rule("experiments") { file in
    guard let role = file.module?.role, role == .feature || role == .library || role == .app,
      file.featureFolder != "Coordinators", !file.name.contains("Coordinator")
    else { return [] }
    return file.tokens.indices.compactMap { index in
      guard file.tokens[index].text == "context", file.token(index + 1) == ".",
        file.token(index + 2) == "experiments"
      else { return nil }
      // The code that makes a context sets it.
      if file.token(index + 3) == "=", file.token(index + 4) != "=" { return nil }
      return file.violation(
        file.tokens[index].line, "context.experiments is read outside a coordinator")
    }
  }
}
