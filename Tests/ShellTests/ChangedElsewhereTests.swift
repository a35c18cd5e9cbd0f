import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Shell

/// Another window, or the end of a session, changes what a screen shows.
@Suite("Commands after a change that the user has not made")
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

  @Test(
    "A command to leave a screen that an expired session has closed says so",
    arguments: [":back", ":close", "tab account"])
  func expired(line: String) async {
    let context = AppContext.test()
    let app = RunningApp { AppSession(context: context, features: [.toy(ToyServices())]) }
    let runner = CommandRunner(app: app, destinations: { _, _ in [] }, waitsForAll: false)
    _ = await runner.launch(link: nil)
    #expect(await runner.run(line: "2").failure == nil)
    context.currentOwner.restore("ada", expires: context.clock.now)
    let report = await runner.run(line: line)
    #expect(report.failure == "The screens have changed meanwhile.")
    #expect(report.showsScreen)
  }
}
