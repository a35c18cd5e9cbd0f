extension Rule {
  /// Screens and view models report; where that leads is a coordinator's to say.
  static let screensKnowNoNavigation = Rule("screens know no navigation") { file in
    guard file.featureFolder == "Screens" || file.featureFolder == "ViewModels" else { return [] }
    return file.violations(
      of:
        /\b(?:Navigator|NavigationTree|NavigationController|AppSession|Placement|\w*Coordinator)\b/,
      "a screen or its view model names what navigates")
  }

  /// A screen asks its view model, or whom it tells; neither knows where things are kept but the
  /// view model.
  static let screensKnowNoServices = Rule("screens know no services") { file in
    guard file.featureFolder == "Screens" else { return [] }
    // A transfer stands beside the screens, for it has words for people, and is none.
    if file.name.hasSuffix("Transfer") { return [] }
    return file.violations(
      of:
        /\bservices\b|(?:Services|Stores?|Client|Catalogue|Provider|Database|Hashing|Keeper)\b/,
      "a screen names a service")
  }

  /// Experiments decide what is shown next, so only coordinators read them.
  static let variantsInCoordinators = Rule("experiments") { file in
    guard let role = file.module?.role, [.feature, .library, .host, .app].contains(role),
      file.featureFolder != "Coordinators", !file.name.contains("Coordinator")
    else { return [] }
    // The code that makes a context sets it.
    return file.violations(
      of: /\bcontext\.experiments\b/, except: /context\.experiments =[^=]/,
      "context.experiments is read outside a coordinator")
  }

  /// Screens are a feature's own; others reach them through its coordinators.
  static let internalScreens = Rule("internal screens") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(
      of: /(?:public|open|package) (?:final )?class \w+Screen\b/,
      "a screen is seen outside of its feature")
  }

  /// The coordinator makes the view model and gives it to the screen.
  static let givenViewModels = Rule("given view models") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(of: /ViewModel\(/, "a screen makes a view model")
  }
}
