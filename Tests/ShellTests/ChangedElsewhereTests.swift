import Core
import Services
import TestKit
import Testing

@testable import Shell

/// Another window changes what a screen shows.
@Suite("Commands after a change in another window")
@MainActor struct ChangedElsewhereTests {
  @Test(
    "A command after which the screen may stay applies the change before the screen is shown",
    arguments: ["show", "home", "planets", "tab planets", "look", "open toy://planets"])
  func staying(line: String) async {
    let (services, database) = (ToyServices(), EmptyDatabase())
    var feature = Feature.toy(services)
    var reloads = 0
    feature.reload = {
      reloads += 1
      return true
    }
    let features = [feature]
    let app = RunningApp {
      AppSession(
        context: services.context, features: features, places: services.places, database: database)
    }
    var runner = CommandRunner(app: app, destinations: { _, _ in [] }, waitsForAll: false)
    runner.shortcuts = [.look]
    _ = await runner.launch(link: nil)
    await app.session.settleAll()
    database.change()
    let report = await runner.run(line: line)
    #expect(report.failure == nil && report.showsScreen)
    #expect(reloads == 1)
  }
}
