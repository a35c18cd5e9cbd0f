@testable import Scaffold

extension Rule {
  /// Screens and view models only report; coordinators navigate.
  static let screensKnowNoNavigation = Rule("screens know no navigation") { file in
    guard file.featureFolder == "Screens" || file.featureFolder == "ViewModels" else { return [] }
    return file.violations(
      of:
        /\b(?:Navigator|NavigationTree|NavigationController|AppSession|Placement|\w*Coordinator)\b/,
      "a screen or its view model names what navigates")
  }

  /// A screen uses its view model and its delegate, routing or closures; only the view model knows
  /// services. The graph of folders finds those of the same feature, whatever their names.
  static let screensKnowNoServices = Rule("screens know no services") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(
      of:
        /\bservices\b|(?:Services|Stores?|Client|Catalogue|Provider|Database|Hashing|Keeper)\b/,
      // The texts of a screen that is called so.
      without: /Text\.\w+|enum \w+/, "a screen names a service")
  }

  /// Experiments determine the next screen, so only coordinators read them.
  static let variantsInCoordinators = Rule("experiments") { file in
    guard let role = file.module?.role, [.feature, .library, .host, .app].contains(role),
      file.featureFolder != "Coordinators", !file.name.contains("Coordinator")
    else { return [] }
    // The code that creates a context sets them.
    return file.violations(
      of: /\bcontext\.experiments\b/, except: /context\.experiments =[^=]/,
      "context.experiments is read outside a coordinator")
  }

  /// Screens are internal to a feature; other modules reach them through its coordinators.
  static let internalScreens = Rule("internal screens") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(
      of: /(?:public|open|package) (?:final )?class \w+Screen\b/,
      "a screen is seen outside of its feature")
  }

  /// The coordinator creates the view model and passes it to the screen.
  static let givenViewModels = Rule("given view models") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(of: /ViewModel\(/, "a screen makes a view model")
  }
}
