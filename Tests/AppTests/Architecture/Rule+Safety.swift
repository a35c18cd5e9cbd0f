extension Rule {
  /// Two apps can run in one process: nothing that changes belongs to the process.
  ///
  /// The compiler refuses what no actor protects; the main actor protects all apps of a process alike.
  static let noGlobalState = Rule("no global state") { file in
    guard file.module?.isSource == true else { return [] }
    return file.violations(
      of:
        /(?:^|static )(?:public |package |private |fileprivate |nonisolated\(unsafe\) )*var \w[^{]*(?:$|\{ (?:did|will)Set)/,
      except: /TaskLocal/, "this can change for all apps")
  }

  /// What an app uses it is given.
  static let noSingletons = Rule("no singletons") { file in
    guard file.module?.isSource == true else { return [] }
    return file.violations(
      of: /static let (?:shared|sharedInstance|instance|singleton)\b/, "this makes a singleton")
  }

  /// Foundation's `Process` crashes where very many files are open, as in tests that run in parallel:
  /// TestKit has `ChildProcess`.
  static let ownProcesses = Rule("own processes") { file in
    file.violations(of: /\bProcess\(/, "Process of Foundation; ChildProcess starts programs")
  }

  /// What comes from outside never ends the program. A forced try or cast is refused by
  /// `swift format lint`.
  ///
  /// `precondition` is allowed: it says that code was used wrongly, such as a coordinator that is started
  /// twice, and nothing from outside decides that.
  static let noTraps = Rule("no traps") { file in
    guard file.module?.isSource == true else { return [] }
    return file.violations(of: /\bfatalError\(/, "fatalError ends the program")
  }
}
