// Needs: Books, Onboarding

import Core
import Books
import Foundation
import Services
import Shell
import Synchronization
import TestKit
import Testing

@testable import AppComposition

/// An app in files whose catalogue is a server on loopback.
@MainActor struct OnlineWorld {
  let world: AppWorld
  let clock = ShortSleeper()

  /// Opens the files of a disk.
  ///
  /// - Parameter server: the server of the command line; nil for what the reader has chosen.
  init(_ disk: Disk, _ server: LoopbackServer? = nil) async throws {
    var options = AppOptions()
    options.network = AppOptions.machineNetwork
    options.networkClock = clock
    options.limits.options = NetworkedApp.limits().options
    options.catalogue = server.map { CatalogueChoice(.server($0.url()), contact: "me@example.org") }
    world = try await AppWorld.open(options, dataFolder: disk.path)
  }

  /// Lets the time pass after which the app asks a server again that is away.
  func passUntilAskedAgain() async {
    await clock.long.sleeper(until: clock.long.now.addingTimeInterval(5))
    clock.long.advance(by: .seconds(5))
  }

  /// Starts a window, which has skipped the onboarding.
  func window(_ disk: Disk) async -> AppDriver {
    let app = await disk.launched(world.makeSession())
    if app.content.actions.contains(where: { $0.id == "skip-all" }) { await app.skipOnboarding() }
    return app
  }
}

/// Runs a body with an app whose catalogue is a server on loopback, and ends both, also after an error.
///
/// - Parameter isChosen: whether the command line names the server; otherwise the reader may choose it.
@MainActor func withOnlineApp(
  _ disk: Disk, isChosen: Bool = true, _ handler: @escaping LoopbackServer.Handler,
  run body: (AppDriver, OnlineWorld, LoopbackServer) async throws -> Void
) async throws {
  try await withServer(handler) { server in
    let online = try await OnlineWorld(disk, isChosen ? server : nil)
    defer { online.world.close() }
    let app = await online.window(disk)
    do { try await body(app, online, server) } catch {
      await disk.end(app)
      throw error
    }
    await disk.end(app)
  }
}

/// A clock that skips short sleeps, such as those between two requests: they end at once, and their time is over.
/// A test ends the others, and the patience with a server that is away.
final class ShortSleeper: AppClock {
  /// Where the others wait.
  let long = ManualClock(now: Date())
  private let skipped = Mutex(Duration.zero)

  var now: Date { Date() + skipped.withLock { $0 / .seconds(1) } }
  var timeZone: TimeZone { .gmt }

  func sleep(for duration: Duration) async throws {
    if duration < .seconds(5), duration != RemoteCatalogue.patience {
      skipped.withLock { $0 += duration }
    } else {
      try await long.sleep(for: duration)
    }
    try Task.checkCancellation()
  }
}
