/// One thing that holds everywhere in the sources.
struct Rule: Sendable {
  /// A place at which a rule does not hold.
  struct Violation: Hashable, Sendable, CustomStringConvertible {
    let path: String
    let line: Int
    let reason: String

    var description: String { "\(path):\(line): \(reason)" }
  }

  /// The rule's name in a failure.
  let name: String
  /// Finds what is wrong in a file that a person wrote.
  let check: @Sendable (SourceFile) -> [Violation]

  init(_ name: String, check: @escaping @Sendable (SourceFile) -> [Violation]) {
    self.name = name
    self.check = check
  }

  /// All rules.
  static let all: [Rule] = [
    .imports, .featureFolders, .typeNames, .documentation, .trackedWork, .platforms,
    .screensKnowNoNavigation, .variantsInCoordinators, .noGlobalState, .noSingletons, .noTraps,
    .ownProcesses, .fileLength, .coordinatorLength, .routingSize, .weakReporting,
    .screensKnowNoServices,
    .reportingInInitializer,
    .noDefaultReporting, .weakClosures, .internalScreens, .givenViewModels,
  ]

  /// What is wrong in the files, in their order.
  func violations(in files: [SourceFile]) -> [Violation] {
    files.filter { !$0.isGenerated }.flatMap(check)
  }
}

extension SourceFile {
  /// Says what is wrong at a line of this file.
  func violation(_ line: Int, _ reason: String) -> Rule.Violation {
    Rule.Violation(path: path, line: line, reason: reason)
  }
}
