import Accounts
@testable import Core
import Services
import TestKit
import Testing

@Suite("The app's first coordinator: gates, then tabs, with any features")
@MainActor struct AppCoordinatorTests {
  @Test("Without features the app shows nothing, refuses links and ends")
  func empty() async throws {
    await withApp({ session([]) }) { app in
      #expect(app.session.navigation.tree.isEmpty)
      #expect(await app.answer(to: "example://books") == .refused(.noPage))
    }
  }

  @Test("The tabs appear when the gate is passed")
  func passed() async {
    await withApp({ session([gate("terms"), tab("home")]) }) { app in
      #expect(app.title == "terms")
      #expect(app.session.snapshot.tabs.isEmpty)
      await app.tap("pass")
      #expect(app.session.snapshot.tabs.map(\.id) == ["home"])
    }
  }

  @Test("An unneeded gate is not shown; two needed gates are shown one after the other")
  func several() async {
    let features = [gate("first"), gate("second", isNeeded: false), gate("third"), tab("home")]
    await withApp({ session(features) }) { app in
      #expect(app.title == "first")
      await app.tap("pass")
      #expect(app.title == "third")
      await app.tap("pass")
      #expect(app.title == "home")
    }
  }

  @Test("A gate that the user leaves is skipped, and the next one is still shown")
  func left() async {
    await withApp({ session([gate("first"), gate("second"), tab("home")]) }) { app in
      await app.tap("leave")
      #expect(app.title == "second")
      await app.tap("pass")
      #expect(app.title == "home")
    }
  }

  @Test("Cancelling a preparation that hangs cancels no other one", arguments: [false, true])
  func cancelledPreparation(signsIn: Bool) async {
    var (hanging, next) = (tab("home"), tab("other"))
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (never, end) = AsyncStream.makeStream(of: Void.self)
    var (hangs, wasCancelled) = (false, [Bool]())
    hanging.prepare = {
      if hangs { hasBegun.finish() }
      if hangs { for await _ in never {} }
    }
    next.prepare = { wasCancelled.append(Task.isCancelled) }
    let session = session([hanging, next])
    if signsIn { await session.launch() }
    (hangs, wasCancelled) = (true, [])
    let owner = session.context.currentOwner
    let signIn: @MainActor @Sendable () async -> Void = { await owner.signIn("ada", expires: nil) }
    if signsIn { session.activity.start(.action("sign-in"), operation: signIn) }
    let work = Task { await signsIn ? session.settle() : session.launch() }
    for await _ in begun {}
    #expect(session.activity.cancelNewestAction())
    await work.value
    #expect(wasCancelled == [false] && session.snapshot.tabs.map(\.id) == ["home", "other"])
    session.stop()
    end.finish()
  }

  @Test("Signing out twice during a launch leads to one tab bar")
  func leavesTwice() async {
    var preparing = tab("home")
    let (begun, hasBegun) = AsyncStream.makeStream(of: Void.self)
    let (mayEnd, end) = AsyncStream.makeStream(of: Void.self)
    var preparations = 0
    preparing.prepare = {
      preparations += 1
      guard preparations == 2 else { return }
      hasBegun.finish()
      for await _ in mayEnd {}
    }
    await withApp({ [preparing] in session([preparing, tab("other")]) }) { app in
      let owner = app.session.context.currentOwner
      owner.signOut()
      for await _ in begun {}
      owner.signOut()
      end.finish()
      await app.session.settleAll()
      let bars = app.session.navigation.tree.allEntries.count { entry in
        if case .tabs = entry.body { true } else { false }
      }
      #expect(bars == 1)
      await app.tab("other")
      #expect(app.title == "other")
    }
  }

  @Test("A tab that signs out as it starts leaves nothing of that start", arguments: [true, false])
  func signsOutAtStart(isFirst: Bool) async {
    var (leaves, launches) = (true, 0)
    let home = Feature.solo(tab: "home", title: "home") { tab in
      if leaves {
        leaves = false
        tab.context.currentOwner.signOut()
      } else {
        tab.push(ListScreen("home"))
      }
    }
    var other = tab("other")
    other.launched = { launches += 1 }
    await withApp({ [other] in session(isFirst ? [home, other] : [other, home]) }) { app in
      await app.session.settleAll()
      #expect(app.session.root.children.count == 2)
      #expect(app.title == (isFirst ? "home" : "other"))
      #expect(launches == 1)
    }
  }

  @Test("Signing in asks a locked form in a tab that would be reset", arguments: [true, false])
  func lockedTab(keeps: Bool) async throws {
    await withApp({ session([tab("home"), tab("form", lock: .unsaved)]) }) { app in
      let owner = app.session.context.currentOwner
      let form = app.session.navigation.tree.allEntries.map(\.id)
      let signedIn = Task { await owner.signIn("ada", expires: nil) }
      await app.until { app.title == Lock.unsaved.title }
      await app.tap(keeps ? "keep" : "discard")
      await signedIn.value
      await app.session.settleAll()
      await expectForm(form, in: app, keeps)
    }
  }

  @Test(
    "A question to a locked form that closes with the sign-in below it is asked again",
    arguments: [true, false])
  func sweptQuestion(keeps: Bool) async throws {
    await withApp({ session([tab("home"), tab("form", lock: .unsaved)]) }) { app in
      let form = app.session.navigation.tree.allEntries.map(\.id)
      let signIn = Flow<Void>("sign-in", screen: SheetScreen("Sign in"))
      app.session.root.tabCoordinator("home")?.startChild(signIn, .present)
      await app.session.context.currentOwner.signIn("ada", expires: nil)
      await app.until { app.title == Lock.unsaved.title }
      #expect(app.session.navigation.tree.layers.count == 2)
      signIn.stop()
      await app.session.settle()
      #expect(app.title == Lock.unsaved.title)
      #expect(app.session.navigation.tree.layers.count == 1)
      await app.tap(keeps ? "keep" : "discard")
      await app.session.settleAll()
      await expectForm(form, in: app, keeps)
    }
  }

  @Test("Signing in asks the locked form of each tab, also after the user has kept one")
  func twoLockedTabs() async {
    let forms = ["one", "two"].map { name in
      var lock = Lock.unsaved
      lock.title = "Discard in \(name)?"
      return tab(name, lock: lock)
    }
    await withApp({ session([tab("home")] + forms) }) { app in
      let before = app.session.navigation.tree.allEntries.map(\.id)
      let owner = app.session.context.currentOwner
      let signedIn = Task { await owner.signIn("ada", expires: nil) }
      await app.until { app.title == "Discard in one?" }
      await app.tap("keep")
      #expect(app.title == "Discard in two?")
      await app.tap("discard")
      await signedIn.value
      await app.session.settleAll()
      let after = app.session.navigation.tree.allEntries.map(\.id)
      // The tab bar, the visible tab and the form that was kept; not the other form.
      #expect(zip(before, after).map { $0 == $1 } == [true, true, true, false])
    }
  }

  private func expectForm(
    _ old: [NavigationTree.EntryID], in app: AppDriver, _ keeps: Bool
  ) async {
    #expect((app.session.navigation.tree.allEntries.map(\.id) == old) == keeps)
    await app.tab("form")
    #expect(app.title == "form")
  }

  @Test("Signing in to another account removes the screens of the first account")
  func anotherAccount() async {
    await withApp({ session([tab("home"), tab("other")]) }) { app in
      let owner = app.session.context.currentOwner
      await owner.signIn("ada", expires: nil)
      let hers = app.session.navigation.tree.allEntries.map(\.id)
      await owner.signIn("ada", expires: nil)
      #expect(!Set(hers).isDisjoint(with: app.session.navigation.tree.allEntries.map(\.id)))
      await owner.signIn("bo", expires: nil)
      await app.session.settleAll()
      #expect(Set(hers).isDisjoint(with: app.session.navigation.tree.allEntries.map(\.id)))
      #expect(owner.owner == .account("bo") && app.title == "home")
    }
  }

  @Test("Of two tabs with the same name the first is used, and the other is logged")
  func sameName() async {
    let context = AppContext.test()
    let features = [tab("home"), tab("other"), tab("home")]
    await withApp({ AppSession(context: context, features: features) }) { app in
      #expect(app.session.snapshot.tabs.map(\.id) == ["home", "other"])
      #expect(context.logger.lines.contains { $0.contains("two tabs have the name “home”") })
    }
  }

  private func session(_ features: [Feature]) -> AppSession {
    AppSession(context: .test(), features: features)
  }

  /// A gate that its screen's actions finish or stop.
  private func gate(_ name: String, isNeeded: Bool = true) -> Feature {
    let gate = LaunchGate(isNeeded: { isNeeded }) {
      Flow<Void>(name) { flow in
        flow.push(
          WelcomeScreen(name, actions: .named("pass", "leave")) { [weak flow] action, _ in
            if action == "pass" { flow?.finish(()) } else { flow?.stop() }
          })
      }
    }
    return Feature(Identifier(name), gates: [gate])
  }

  private func tab(_ name: String, lock: Lock? = nil) -> Feature {
    .solo(tab: TabID(name), title: name) { $0.push(ListScreen(name, lock: lock)) }
  }
}
