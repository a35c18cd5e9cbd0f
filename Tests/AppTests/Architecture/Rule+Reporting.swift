@testable import Scaffold

extension Rule {
  /// A delegate or routing protocol with many requirements suggests splitting the screen. This rule
  /// is a warning.
  static let routingSize = Rule("routing size") { file in
    guard file.module?.role == .feature else { return [] }
    let (declaration, requirement) = (/protocol \w+(?:Delegate|Routing)\b/, /^ +(?:func|var)\b/)
    return file.codeLines.indices.compactMap { index in
      guard file.codeLines[index].contains(declaration) else { return nil }
      let count = file.codeLines[index...].prefix { !$0.hasPrefix("}") }
        .count { $0.contains(requirement) }
      return count > 7 ? file.violation(index + 1, "\(count) requirements: at most 7") : nil
    }
  }

  /// A screen that held its delegate strongly would retain it.
  static let weakReporting = Rule("weak reporting") { file in
    guard file.featureFolder == "Screens" || file.featureFolder == "ViewModels" else { return [] }
    // A property with a body is computed.
    return file.violations(
      of: /\b(?:let|var) \w+: .*(?:Delegate|Routing)\b[^{]*$/, except: /\bweak\b/,
      "whom a screen tells is held strongly")
  }

  /// A screen gets its delegate, routing or closures in its initializer, so that they can't be
  /// forgotten or replaced.
  static let reportingInInitializer = Rule("reporting in the initializer") { file in
    guard file.featureFolder == "Screens" else { return [] }
    return file.violations(
      of: /\bweak var\b/, except: /\bprivate/, "whom the screen tells can be set from outside")
  }

  /// A default implementation hides that the coordinator's method has another name.
  static let noDefaultReporting = Rule("no default reporting") { file in
    guard file.module?.role == .feature else { return [] }
    return file.violations(
      of: /^extension \w+(?:Delegate|Routing)\b/, "whom a screen tells has a default")
  }

  /// A screen's closure holds its coordinator weakly: a method or a strong `self` would retain it.
  ///
  /// Only a closure's first line is read. The leak tests find the others.
  static let weakClosures = Rule("weak closures") { file in
    guard file.featureFolder == "Coordinators" else { return [] }
    let (method, argument) = (/func (\w+)/, /[( ]on[A-Z]\w*: (\w+|\{.*)/)
    let methods = Set(file.codeLines.compactMap { $0.firstMatch(of: method)?.1 })
    return file.codeLines.enumerated().compactMap { number, line in
      let isHeld = line.matches(of: argument).contains { match in
        let value = match.1
        if !value.hasPrefix("{") { return value == "self" || methods.contains(value) }
        return value.contains(/\bself\b/.wordBoundaryKind(.simple)) && !value.contains("[weak")
      }
      return isHeld ? file.violation(number + 1, "this holds the coordinator") : nil
    }
  }
}
