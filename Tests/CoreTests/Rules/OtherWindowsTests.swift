import Accounts
import Core
import Services
import TestKit
import Testing

@Suite("Changes of other windows")
@MainActor struct OtherWindowsTests {
  @Test("A feature that could not reload is asked again before each action, until it could")
  func again() async throws {
    let (toy, database) = (Toy(), EmptyDatabase())
    var feature = toy.feature
    var answers = [false, false, true]
    feature.reload = {
      toy.journal.write("reload")
      return answers.isEmpty || answers.removeFirst()
    }
    let session = AppSession(context: .test(), features: [feature], database: database)
    await withApp({ session }) { app in
      #expect(toy.journal.lines == [])
      database.change()
      for _ in 1...5 {
        await app.choose("A")
        await app.back()
        await app.session.settleAll()
      }
      #expect(toy.journal.lines.filter { $0 == "reload" }.count == 3)
    }
  }

  /// Makes a change, and a request while the first reload after it hangs.
  ///
  /// - Parameter isFound: whether the change is found in the background, before the request.
  private func hanging(
    isFound: Bool, _ body: @MainActor (AppDriver, Task<Void, Never>) async throws -> Void
  ) async rethrows {
    let (toy, database, gate) = (Toy(), EmptyDatabase(), Gate())
    var feature = toy.feature
    feature.reload = { await gate.arrivals == 0 ? gate.wait() : true }
    let session = AppSession(context: .test(), features: [feature], database: database)
    try await withApp({ session }) { app in
      await session.settleAll()
      database.change()
      if isFound {
        await session.settle()
        await gate.arrived()
        #expect(!session.snapshot.isBusy)
      }
      let request = Task.immediate { _ = await session.select("a") }
      await gate.arrived()
      #expect(session.snapshot.isBusy)
      #expect(session.activity.unsettled.contains("“apply changes of other windows”"))
      try await body(app, request)
      await request.value
    }
  }

  @Test("A request that waits for a reload is busy, and can cancel it", arguments: [true, false])
  func cancelled(isFound: Bool) async throws {
    await hanging(isFound: isFound) { app, request in
      #expect(app.session.activity.cancelNewestAction())
      await request.value
      #expect(app.title == "A")
    }
  }

  @Test("Changes whose reload was cancelled are applied later")
  func appliedLater() async {
    let (toy, database, gate) = (Toy(), EmptyDatabase(), Gate())
    var feature = toy.feature
    // It does not say that it was cancelled.
    feature.reload = {
      toy.journal.write("reload")
      await gate.wait()
      return true
    }
    let session = AppSession(context: .test(), features: [feature], database: database)
    await withApp({ session }) { app in
      await session.settleAll()
      database.change()
      let request = Task.immediate { _ = await session.select("a") }
      await gate.arrived()
      #expect(session.activity.cancelNewestAction())
      await request.value
      gate.open()
      await app.back()
      await session.settleAll()
      #expect(toy.journal.lines.count { $0 == "reload" } == 2)
    }
  }

  @Test("Data whose preparation was cancelled is loaded before the next action")
  func preparation() async {
    let (toy, gate) = (Toy(), Gate())
    var feature = toy.feature
    feature.prepare = { await gate.wait() }
    feature.reload = {
      toy.journal.write("reload")
      return true
    }
    let session = AppSession(context: .test(), features: [feature], database: EmptyDatabase())
    let launch = Task.immediate { await session.launch(restoring: false) }
    await gate.arrived()
    #expect(session.activity.cancelNewestAction())
    await launch.value
    await session.select("a")
    #expect(toy.journal.lines == ["reload"])
    session.stop()
    await session.settleAll()
  }

  @Test("A launch whose preparation was cancelled does not wait until its data is loaded")
  func launchedWithoutData() async {
    let (toy, preparing, reloading) = (Toy(), Gate(), Gate())
    var feature = toy.feature
    feature.prepare = { await preparing.wait() }
    feature.reload = { await reloading.wait() }
    let session = AppSession(context: .test(), features: [feature], database: EmptyDatabase())
    let launch = Task.immediate { await session.launch(restoring: false) }
    await preparing.arrived()
    #expect(session.activity.cancelNewestAction())
    await reloading.arrived()
    #expect(!session.snapshot.isBusy)
    reloading.open()
    await launch.value
    session.stop()
    await session.settleAll()
  }

  @Test("Stopping the app ends a reload", arguments: [true, false])
  func stopped(isFound: Bool) async throws {
    await hanging(isFound: isFound) { app, request in app.session.stop() }
  }

  @Test("A running action can be ended by another one after another window has made a change")
  func endsRunning() async throws {
    let (toy, database, running) = (Toy(), EmptyDatabase(), Gate())
    try await withApp({ toy.session(database: database) }) { app in
      let screen = DetailScreen("import", actions: .named("import", "stop"))
      screen.onPerform = { action, _ in
        if action == "stop" { return running.open() }
        await running.wait()
      }
      try toy.tab().push(screen)
      await app.session.settleAll()
      let importing = Task.immediate { await app.session.perform("import") }
      await running.arrived()
      database.change()
      #expect(await app.session.perform("stop") == .performed)
      #expect(await importing.value == .performed)
    }
  }

  @Test("A link applies another window's changes, also if it leads to the screen that is visible")
  func link() async {
    let (toy, database) = (Toy(), EmptyDatabase())
    var feature = toy.feature
    feature.reload = {
      toy.journal.write("reload")
      return true
    }
    let session = AppSession(context: .test(), features: [feature], database: database)
    await withApp({ session }) { app in
      await app.session.settleAll()
      database.change()
      await app.open("example://first")
      #expect(toy.journal.lines == ["reload"])
    }
  }

  /// Creates a session whose user is asked to sign in again when the session has expired.
  private func expiringSession(_ context: AppContext) -> AppSession {
    var account = Feature("account")
    account.makeSignInAgain = { Flow<Void>("sign in", screen: DetailScreen("sign in")) }
    return AppSession(
      context: context, features: [account, Toy().feature], database: EmptyDatabase())
  }

  @Test("A tab and a gesture find that the session has expired", arguments: ["tab", "gesture"])
  func expired(way: String) async throws {
    let context = AppContext.test()
    let session = expiringSession(context)
    try await withApp({ session }) { app in
      await app.choose("A")
      let entry = try #require(session.snapshot.entries.last)
      context.currentOwner.restore("ada", expires: context.clock.now)
      let answer =
        await way == "tab"
        ? session.select(tab: "second") : session.reconcile(removed: entry)
      #expect(answer == .nothingToLeave)
      #expect(app.title == "sign in")
    }
  }

  @Test("Of several requests at the end of a session, none closes the sign-in that follows it")
  func expiring() async {
    let context = AppContext.test()
    let session = expiringSession(context)
    await withApp({ session }) { app in
      context.currentOwner.restore("ada", expires: context.clock.now)
      let requests = (1...5).map { number in
        Task.immediate {
          await number.isMultiple(of: 2) ? session.close() : session.back()
        }
      }
      for request in requests { #expect(await request.value == .nothingToLeave) }
      #expect(app.title == "sign in")
    }
  }
}
