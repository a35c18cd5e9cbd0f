@testable import Scaffold

extension Rule {
  /// Two apps can run in one process, so there is no global mutable state.
  ///
  /// The compiler refuses what no actor protects, except behind `nonisolated(unsafe)`; the main actor
  /// protects all apps of a process alike.
  static let noGlobalState = Rule("no global state") { file in
    guard let module = file.module, module.isSource else { return [] }
    let global =
      /(?:^|static )(?:public |package |private |fileprivate |nonisolated\(unsafe\) )*var \w[^{]*(?:$|\{ (?:did|will)Set)/
    let changing = file.violations(of: global, except: /TaskLocal/, "this can change for all apps")
    // An adapter has pointers of its C library.
    guard module.isHeadless else { return changing }
    return changing
      + file.violations(
        of: /nonisolated\(unsafe\)/, except: global, "the compiler does not check this")
  }

  /// An app gets its services as parameters.
  static let noSingletons = Rule("no singletons") { file in
    guard file.module?.isSource == true else { return [] }
    return file.violations(
      of: /static (?:let|var) (?:shared|sharedInstance|instance|singleton)\b/,
      "this makes a singleton")
  }

  /// A sign-out closes all screens without asking their locks, so a comment above it says who has asked them.
  static let askedSignOuts = Rule("asked sign-outs") { file in
    guard file.module?.role == .feature else { return [] }
    return file.violations(
      of: /[oO]wner\.signOut\(\)/, "a sign-out for which no lock may have been asked"
    ).filter { !file.isExplained($0, by: "Locks asked") }
  }

  /// Foundation's `Process` crashes where very many files are open, as in tests that run in parallel:
  /// TestKit has `ChildProcess`.
  static let ownProcesses = Rule("own processes") { file in
    file.violations(of: /\bProcess\(/, "Process of Foundation; ChildProcess starts programs")
  }

  /// Input never ends the program.
  ///
  /// `precondition` is allowed for programming errors, such as a coordinator that is started twice,
  /// which input can't cause.
  static let noTraps = Rule("no traps") { file in
    guard file.module?.isSource == true else { return [] }
    return file.violations(of: /\bfatalError\(/, "fatalError ends the program")
  }
}
