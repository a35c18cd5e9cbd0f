@testable import Scaffold

extension Rule {
  /// All features have the same folders.
  static let featureFolders = Rule("feature folders") { file in
    guard let module = file.module, module.role == .feature else { return [] }
    let folders = ["Models", "Services", "ViewModels", "Screens", "Coordinators"]
    if let folder = file.featureFolder {
      if folders.contains(folder) { return [] }
      return [file.violation(1, "\(folder) is none of \(folders.joined(separator: ", "))")]
    }
    // Outside the folders: the feature for the app, and its imports and exports.
    if file.name == "\(module.name)Feature" || file.name.hasSuffix("Transfer") { return [] }
    return [
      file.violation(1, "only \(module.name)Feature.swift and transfers are beside the folders")
    ]
  }

  /// A feature is an enum with `make`; one that other features use is a final class with `feature`.
  static let featureShape = Rule("feature shape") { file in
    guard let module = file.module, module.role == .feature, file.featureFolder == nil,
      file.name == "\(module.name)Feature"
    else { return [] }
    let code = file.codeLines.joined(separator: "\n")
    // A protocol may follow the name.
    let declares = { (kind: String) in
      code.contains("\(kind) \(file.name) {") || code.contains("\(kind) \(file.name):")
    }
    let isMade = declares("enum") && code.contains("static func make(")
    let isKept = declares("final class") && code.contains(/(?:var|let) feature: Feature\b/)
    if isMade || isKept { return [] }
    return [file.violation(1, "neither an enum with make nor a final class with feature")]
  }

  /// A type with its module's name breaks the qualified names of the module's other types.
  static let typeNames = Rule("type names") { file in
    guard let name = file.module?.name, file.topLevelNames.contains(name) else { return [] }
    return [file.violation(1, "a type is named like its module, \(name)")]
  }

  /// A file has one subject, so it is short.
  static let fileLength = Rule("file length") { file in
    guard file.lines.count > 251 else { return [] }
    return [file.violation(251, "\(file.lines.count - 1) lines: at most 250 stay readable")]
  }

  /// A long coordinator may contain a second flow. This rule is a warning.
  static let coordinatorLength = Rule("coordinator length") { file in
    guard file.module?.isSource == true, file.module?.role != .core,
      file.name.hasSuffix("Coordinator"), file.lines.count > 151
    else { return [] }
    return [file.violation(151, "\(file.lines.count - 1) lines: is there a second flow in it?")]
  }
}
