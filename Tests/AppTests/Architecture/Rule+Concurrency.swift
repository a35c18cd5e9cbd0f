extension Rule {
  /// All work is counted, so that the app knows when it has settled: `Activity` makes the tasks.
  static let trackedWork = Rule("tracked work") { file in
    // DumpWork's task is waited for by counted work; once that is cancelled, the app has settled.
    guard file.module?.isHeadless == true, !file.path.hasPrefix("Modules/Core/Core/Activity/"),
      // A subscription counts what it does with each element, and ends with its screen.
      file.path != "Modules/Core/Core/Screens/Subscription.swift",
      file.path != "Modules/Catalogue/LocalCatalogue/Dump/DumpWork.swift"
    else { return [] }
    return file.violations(
      of: /\bTask(?:<[^{(]*>)?(?: \{|\(|\.detached\b|\.immediate|\.init\b)/,
      except: /[:>] Task</, "a task that nobody counts")
  }

  /// Core and the features run on every platform that Package.swift declares.
  ///
  /// A list of names, and no more: the compiler checks availability on Apple's platforms only, so a
  /// newer name that is missing here is found by the first build there.
  static let platforms = Rule("platforms") { file in
    // Activity asks first whether the system has it (Docs/decisions/0008).
    guard file.module?.isHeadless == true,
      file.path != "Modules/Core/Core/Activity/Task+AtOnce.swift"
    else { return [] }
    return file.violations(
      of: /\b(?:Task\.immediate|addImmediateTask|Observations|isolated deinit|InlineArray)/,
      "this is newer than the declared platforms")
  }
}
