@testable import Scaffold

extension Rule {
  /// All work is counted, so that the app knows when it has settled: only `Activity` creates tasks, queues
  /// and threads. Elsewhere a caller waits for the task on the same line, or a comment above gives the reason.
  static let countedWork = Rule("counted work") { file in
    guard file.module?.isHeadless == true, !file.path.hasPrefix("Modules/Core/Core/Activity/")
    else { return [] }
    let tasks = file.violations(
      of:
        /\bTask(?:<[^{(]*>)?(?: \{|\(|\.detached\b|\.immediate|\.init\b|\.atOnce\b)|\.atOnce \{/,
      except: /[:<>] ?Task<|\bawait Task(?:\.atOnce)? \{.*\}\.value\b/, "a task that isn't counted")
    let threads = file.violations(
      of: /\b(?:DispatchQueue[(.]|Thread\.)/, "a queue or thread that isn't counted")
    return (tasks + threads).filter { !file.isExplained($0, by: "Not counted") }
  }

  /// Core and the features run on every platform that Package.swift declares.
  ///
  /// This is only a list of names: the compiler checks availability on Apple's platforms only, so a
  /// missing name is found by the first build there.
  static let platforms = Rule("platforms") { file in
    // Activity checks the availability first (Docs/decisions/0008).
    guard file.module?.isHeadless == true,
      file.path != "Modules/Core/Core/Activity/Task+AtOnce.swift"
    else { return [] }
    return file.violations(
      of: /\b(?:Task\.immediate|addImmediateTask|Observations|isolated deinit|InlineArray)/,
      "this is newer than the declared platforms")
  }
}
