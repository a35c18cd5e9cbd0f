import Foundation
@testable import Scaffold

/// The package's files, found relative to this file.
enum Sources {
  static let root = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  /// The kinds of all declared screens.
  static let screenKinds = Set(screenModules.map(\.kind))

  /// Returns the kinds of the screens that some modules declare.
  static func screenKinds(of modules: Set<String>) -> Set<String> {
    Set(screenModules.filter { modules.contains($0.module) }.map(\.kind))
  }

  /// The kinds of the screens that nothing opens yet, as `make screen` leaves them: no code names such a
  /// screen, except its declaration.
  static let unopenedScreens: Set<String> = {
    let screen = /(\w+)Screen\b/.wordBoundaryKind(.simple)
    var uses: [Substring: Int] = [:]
    for line in files.flatMap(\.codeLines) where line.contains("Screen") {
      for match in line.matches(of: screen) { uses[match.1, default: 0] += 1 }
    }
    return screenKinds.filter { uses[Substring($0)] == 1 }
  }()

  /// Returns the kinds of the screens of features that have no screen in a map, as `make feature` leaves them.
  ///
  /// - Parameter mapped: the kinds in the map.
  static func newFeatureScreens(beside mapped: Set<String>) -> Set<String> {
    let features = Dictionary(grouping: screenModules, by: \.module)
    return Set(
      features.values.map { Set($0.map(\.kind)) }.filter(mapped.isDisjoint).flatMap(\.self))
  }

  // feature: all
  /// The files of the template's features: what pages say about this app is not about features that a team adds.
  static var templateFeatures: [SourceFile] {
    get throws {
      let names = try FeatureMarks.template(of: ProjectFolder(root: root))
      return SourceTree.project.files.filter { names.contains($0.module?.name ?? "") }
    }
  }

  /// Whether the app was made of a template: it may have more and smaller screens than the pages say.
  static var isMade: Bool { ProjectFolder(root: root).exists(AppScaffold.note) }

  // end
  private static var files: [SourceFile] {
    SourceTree.project.files.filter { $0.module?.isSource == true }
  }

  private static let screenModules: [(kind: String, module: String)] = files.flatMap { file in
    file.codeLines.filter { $0.contains("Screen: ") }
      .flatMap { $0.matches(of: /class (\w+)Screen: \w*Screen\b/) }
      .map { (String($0.1), file.module?.name ?? "") }
  }
}

extension SourceTree {
  /// The project; read once, because the sources do not change during tests.
  static let project = SourceTree(root: Sources.root)
}
