import Services
@testable import Core
import Inspection
import TestKit
@testable import Walks
import Testing

@Suite("Broken invariants are found")
@MainActor struct InvariantTests {
  private let invariants = Invariants()

  @Test("Two questions about leaving at once are found")
  func questions() async throws {
    try await withToy { toy, app in
      for count in 0..<3 {
        let found = invariants.violations(in: app.session)
        #expect(
          found == (count < 2 ? [] : ["2 questions about leaving are asked at once"]), "\(count)")
        try toy.tab().startChild(
          AlertCoordinator(
            title: "Discard?", message: "It is lost.", buttons: .named("keep", "discard")),
          .present)
      }
    }
  }

  @Test("Work without its screen or its coordinator is found")
  func work() async {
    await withToy { _, app in
      let gate = Gate()
      let gone = CoordinatorID(name: "gone", serial: 99)
      app.session.activity.start(.background, name: "refresh", owner: gone) { await gate.wait() }
      app.session.activity.start(
        .background, name: "load", entry: NavigationTree.EntryID(number: 99)
      ) { await gate.wait() }
      #expect(
        invariants.violations(in: app.session) == [
          "background work “refresh” of gone#99 runs without its screen or coordinator",
          "background work “load” runs without its screen or coordinator",
        ])
      gate.open()
      await app.session.settleAll()
      #expect(invariants.violations(in: app.session) == [])
    }
  }

  @Test("Routes, links and questions that wait for finished work are found")
  func states() async throws {
    try await withToy { _, app in
      let session = app.session
      let over = Activity.WorkID(number: 0, activity: ObjectIdentifier(session.activity))
      session.restorer.work = over
      #expect(invariants.violations(in: session) == ["places are restored by no work"])
      session.restorer.work = nil
      session.navigation.asking = over
      #expect(
        invariants.violations(in: session) == ["a question about leaving is asked by no work"])
      session.navigation.asking = nil
      let link = try DeepLink("example://first?token=secret")
      for work in [nil, over] {
        session.links.waiting = [
          LinkFollower.Pending(number: 1, link: link, onFinal: nil, work: work)
        ]
        #expect(
          invariants.violations(in: session) == ["example://first is followed by no work"])
      }
      session.links.waiting = []
    }
  }

  @Test("A secret of any step that is in content or log is found", arguments: [true, false])
  func secrets(isNested: Bool) async throws {
    let secret = "Ada's \"open / sesame\""
    let field = Field("password", label: "Password", kind: .secure)
    let section = ContentSection("form", .fields([field]))
    let session = AppSession.solo { $0.push(EditScreen("It is \(secret)", sections: [section])) }
    let app = await WalkedApp({ session }, invariants)
    session.log.note("It is \(secret)")
    // Any text may become a secret.
    let before = await app.take(.home)
    #expect(!before.contains("a secret is in the content of Edit"))
    #expect(invariants.finalViolations(in: session) == [])
    let fill = Step.perform(.fill, .field("password", .secret(Secret(secret))))
    let step = isNested ? Step.atOnce([.inOrder([fill])]) : fill
    let after = await app.take(step)
    #expect(after.contains("a secret is in the content of Edit"))
    #expect(invariants.finalViolations(in: session) == ["a secret is in the log"])
    app.abandon()
  }

  @Test("A screen that changes outside of Observation is found")
  func observation() async throws {
    /// Not `@Observable`, against the rule.
    final class SilentScreen: Screen {
      var content = ScreenContent(title: "before", actions: .named("act"))
      func perform(_ action: Action.ID, _ input: ActionInput) async {}
    }
    try await withToy { toy, app in
      let screen = SilentScreen()
      try toy.tab().push(screen)
      let invariants = Invariants()
      #expect(invariants.violations(in: app.session) == [])
      screen.content.title = "after"
      #expect(
        invariants.violations(in: app.session) == [
          "Silent has changed what it shows outside of Observation"
        ])
    }
  }

  @Test("Code that waits although the app has settled is found")
  func waiters() async {
    await withToy { _, app in
      let activity = app.session.activity
      await withCheckedContinuation { continuation in
        activity.waiters.append(
          Activity.Waiter(all: false, isWork: false, continuation: continuation))
        #expect(
          invariants.violations(in: app.session) == ["code waits although the app has settled"])
        activity.resumeWaiters()
      }
    }
  }

  @Test("A link without a final answer, and a link with two, are found")
  func links() async throws {
    try await withToy { toy, app in
      let links = OpenedLinks()
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      await links.open(try DeepLink("example://first/guarded"), in: app.session, isAlone: true)
      #expect(app.title == "Sheet")
      #expect(links.violations(in: app.session) == [])
      let waiting = app.session.links.waiting
      app.session.links.waiting = []
      #expect(
        links.violations(in: app.session) == ["example://first/guarded was answered 0 times"])
      waiting.last?.onFinal?(.shown)
      #expect(links.violations(in: app.session) == [])
      app.session.links.waiting = waiting
      await app.close()
      #expect(
        links.violations(in: app.session) == ["example://first/guarded was answered 2 times"])
    }
  }

  @Test(
    "The newest link that is superseded is found, and so is one that nothing could have cancelled",
    arguments: [false, true])
  func newestLink(isCancelled: Bool) async throws {
    try await withToy { toy, app in
      let link = try DeepLink("example://first/guarded")
      toy.guardPlace = { _ in
        if !isCancelled {
          app.session.links.waiting = []
        } else if let work = Activity.current {
          app.session.activity.cancel(work)
        }
        return true
      }
      for isAlone in [true, false] {
        let links = OpenedLinks()
        await links.open(link, in: app.session, isAlone: isAlone)
        let problem = isCancelled ? "cancelled" : "superseded"
        let mayBe = isCancelled && !isAlone
        #expect(
          links.violations(in: app.session)
            == (mayBe ? [] : ["example://first/guarded is the newest link and was \(problem)"]))
      }
      toy.guardPlace = nil
    }
  }

  @Test("A link in whose place a coordinator opens another one is no violation")
  func supersededLink() async throws {
    try await withToy { toy, app in
      let (links, other) = (OpenedLinks(), try DeepLink("example://second/other"))
      toy.guardPlace = { tab in
        tab.open(other)
        return true
      }
      await links.open(try DeepLink("example://first/guarded"), in: app.session, isAlone: true)
      #expect(app.title == "other")
      #expect(links.violations(in: app.session) == [])
    }
  }
}
