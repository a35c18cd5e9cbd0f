@testable import Scaffold

extension Rule {
  /// All work is counted, so that the app knows when it has settled: only `Activity` creates tasks, queues
  /// and threads.
  static let countedWork = Rule("counted work") { file in
    // Counted work waits for DumpWork's task; once that work is cancelled, the app has settled.
    guard file.module?.isHeadless == true, !file.path.hasPrefix("Modules/Core/Core/Activity/"),
      // A subscription counts its handling of each element, and ends with its screen.
      file.path != "Modules/Core/Core/Screens/StreamSubscription.swift",
      file.path != "Modules/Catalogue/LocalCatalogue/Dump/DumpWork.swift",
      // The executor of work that blocks; a caller waits for it.
      file.path != "Modules/Core/Files/LongWork.swift",
      // A task of its own, so that a request that was cancelled does not cancel what follows; preparing and
      // saving wait for it.
      file.path != "Modules/Core/Core/AppCoordinator/AppCoordinator.swift",
      file.path != "Modules/Core/Core/Session/PlaceSaver.swift",
      // Steps at once are requests, as those of a host, and their caller waits for them.
      file.path != "Modules/Core/Inspection/Step.swift",
      // A check of a hanging app is not among what the app waits for.
      file.path != "Modules/Core/Inspection/Watchdog.swift",
      // It waits for the next hour as long as the app runs.
      file.path != "Modules/Backups/Services/DailyBackups.swift",
      // What follows a commit is done also for a cancelled caller, who waits for it.
      file.path != "Modules/Core/Accounts/OwnerChange.swift",
      file.path != "Modules/Backups/Services/BackupRemoval.swift",
      file.path != "Modules/Auth/Services/AccountService+Codes.swift",
      // A shared transfer outlives single callers, and a refresh the request that began it.
      file.path != "Modules/Networking/SingleFlight/Flight.swift",
      file.path != "Modules/Networking/Cache/CacheRefreshes.swift",
      // What the origin has changed is deleted also for a cancelled caller, who waits for it.
      file.path != "Modules/Networking/Cache/CacheStore+Writing.swift",
      // A redirect's body is read for the store after its caller has gone on, as long as the transport takes.
      file.path != "Modules/Networking/Cache/RecordedBody.swift"
    else { return [] }
    return file.violations(
      of:
        /\bTask(?:<[^{(]*>)?(?: \{|\(|\.detached\b|\.immediate|\.init\b|\.atOnce\b)|\.atOnce \{/,
      except: /[:>] Task</, "a task that isn't counted")
      + file.violations(
        of: /\b(?:DispatchQueue\b|Thread\.)/, "a queue or thread that isn't counted")
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
