import Services
import Accounts
@testable import Core
import TestKit
@testable import Walks
import Testing

@Suite("What must always hold is found where it does not")
@MainActor struct InvariantTests {
  private let invariants = Invariants()

  @Test("Two questions about leaving at once")
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

  @Test("Work without its screen, and work without its coordinator")
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

  @Test("Places, links and questions that wait for work that is over")
  func states() async throws {
    try await withToy { _, app in
      let session = app.session
      let over = Activity.WorkID(number: 0)
      session.restorer.work = over
      #expect(invariants.violations(in: session) == ["places are restored by no work"])
      session.restorer.work = nil
      session.navigation.asking = over
      #expect(
        invariants.violations(in: session) == ["a question about leaving is asked by no work"])
      session.navigation.asking = nil
      let link = try DeepLink("booksapp://first?token=secret")
      for work in [nil, over] {
        session.links.pending = LinkFollower.Pending(number: 1, link: link, onFinal: nil)
        session.links.work = work
        #expect(
          invariants.violations(in: session) == ["booksapp://first is followed by no work"])
      }
      (session.links.pending, session.links.work) = (nil, nil)
    }
  }

  @Test("Code that waits although the app has settled")
  func waiters() async {
    await withToy { _, app in
      let activity = app.session.activity
      await withCheckedContinuation { continuation in
        activity.waiters[0].append(continuation)
        #expect(
          invariants.violations(in: app.session) == ["code waits although the app has settled"])
        activity.resumeWaiters()
      }
    }
  }

  @Test("A link without a final answer, and one with two")
  func links() async throws {
    try await withToy { toy, app in
      let links = OpenedLinks()
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      await links.open(try DeepLink("booksapp://first/guarded"), in: app.session, isAlone: true)
      #expect(app.title == "Sheet")
      #expect(links.violations(in: app.session) == [])
      let pending = app.session.links.pending
      app.session.links.pending = nil
      #expect(
        links.violations(in: app.session) == ["booksapp://first/guarded was answered 0 times"])
      pending?.onFinal?(.shown)
      #expect(links.violations(in: app.session) == [])
      app.session.links.pending = pending
      await app.close()
      #expect(
        links.violations(in: app.session) == ["booksapp://first/guarded was answered 2 times"])
    }
  }

  @Test("A screen that stays when its owner leaves")
  func former() async {
    let session = AppSession(context: .test(), root: StayingRoot())
    let former = FormerScreens(session)
    await session.launch()
    await session.context.currentOwner.signIn("ada", expires: nil)
    #expect(former.violations() == [])
    session.context.owner.signOut()
    #expect(former.violations().count == 1)
    #expect(former.violations().first?.hasSuffix("of an owner who has left is still there") == true)
    session.stop()
  }
}

/// An app that shows one screen to every owner.
private final class StayingRoot: Coordinator<Never>, AppRoot, OwnerObserver {
  let features: [Feature] = []
  let isLaunched = true
  var onLaunch: (() -> Void)?
  var onReturn: (() -> Void)?

  override var endsWhenEmpty: Bool { false }
  override func start() { push(ListScreen("Everybody's")) }
  func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)? { nil }
  func select(_ tab: TabItem.ID) {}
  func ownerSignedIn() async {}
  func ownerLeft(hasExpired: Bool) {}
}
