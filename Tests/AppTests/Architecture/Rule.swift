@testable import Scaffold

/// One thing that holds everywhere in the sources, and that neither the compiler nor the build nor
/// `swift format lint` checks.
struct Rule: Sendable {
  /// A violation of a rule.
  struct Violation: Hashable, Sendable, CustomStringConvertible {
    let path: String
    let line: Int
    let reason: String

    var description: String { "\(path):\(line): \(reason)" }
  }

  /// The rule's name in a failure.
  let name: String
  /// Returns the violations in a file that is not generated.
  let check: @Sendable (SourceFile) -> [Violation]

  init(_ name: String, check: @escaping @Sendable (SourceFile) -> [Violation]) {
    self.name = name
    self.check = check
  }

  /// All rules.
  static let all: [Rule] = [
    .featureFolders, .featureShape, .typeNames, .countedWork, .platforms,
    .screensKnowNoNavigation, .variantsInCoordinators, .noGlobalState, .noSingletons, .noTraps,
    .askedSignOuts, .ownProcesses, .fileLength, .coordinatorLength, .routingSize, .weakReporting,
    .screensKnowNoServices, .reportingInInitializer, .noDefaultReporting, .weakClosures,
    .internalScreens, .givenViewModels, .viewModelsKnowNoOwner, .textsInScreens, .titleSubjects,
  ]

  /// Returns the violations in the files, in their order.
  func violations(in files: [SourceFile]) -> [Violation] {
    files.filter { !$0.isGenerated }.flatMap(check)
  }
}

extension SourceFile {
  /// Creates a violation at a line of this file.
  func violation(_ line: Int, _ reason: String) -> Rule.Violation {
    Rule.Violation(path: path, line: line, reason: reason)
  }

  /// Whether one of the comment lines above a violation gives the reason for it, after a marker and a colon.
  func isExplained(_ violation: Rule.Violation, by marker: String) -> Bool {
    lines.prefix(violation.line - 1).reversed().map { $0.drop { $0 == " " } }
      .prefix { $0.hasPrefix("// ") }.contains { $0.hasPrefix("// \(marker): ") }
  }

  /// Each line of the code that matches a pattern and not the other one.
  ///
  /// - Parameter names: parts of a line that are no match.
  func violations(
    of pattern: Regex<some Any>, except exception: Regex<some Any> = /^ *(?:public )?import\b/,
    without names: Regex<Substring>? = nil, _ reason: String
  ) -> [Rule.Violation] {
    // The other kind takes `a.b` for one word.
    let (pattern, exception) = (
      pattern.wordBoundaryKind(.simple), exception.wordBoundaryKind(.simple)
    )
    return codeLines.enumerated().compactMap { number, line in
      guard line.contains(pattern), !line.contains(exception),
        names.map({ line.replacing($0, with: "").contains(pattern) }) != false
      else { return nil }
      return violation(number + 1, reason)
    }
  }
}
