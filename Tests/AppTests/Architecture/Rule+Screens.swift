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
  /// services.
  static let screensKnowNoServices = Rule("screens know no services", among: services)

  private static func services(in files: [SourceFile]) -> Check {
    // The classes, actors and protocols in the folder Services of each feature.
    var services: [Module?: Set<String>] = [:]
    for file in files where file.featureFolder == "Services" {
      for line in file.codeLines {
        guard let type = line.firstMatch(of: /^(?:\w+ )*(?:class|actor|protocol) (\w+)/) else {
          continue
        }
        services[file.module, default: []].insert(String(type.output.1))
      }
    }
    return { file in
      guard file.featureFolder == "Screens" else { return [] }
      let own = services[file.module] ?? []
      let named = file.codeLines.enumerated().compactMap { number, line in
        // A value of a service, such as its result, is none.
        line.matches(of: /\b([A-Z]\w*)\b(?!\.)/).contains { own.contains(String($0.output.1)) }
          ? file.violation(number + 1, "a screen names a service") : nil
      }
      if !named.isEmpty { return named }
      return file.violations(
        of:
          /\bservices\b|(?:Services|Stores?|Client|Catalogue|Provider|Database|Hashing|Keeper)\b/,
        // The texts of a screen that is called so.
        without: /Text\.\w+|enum \w+/, "a screen names a service")
    }
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
