// Needs: Auth, Books, Membership, Onboarding

import Inspection
import Services
import AppComposition
import Core
import Foundation
import TestKit
import Testing

@Suite("A link to a members' page, opened in different situations")
@MainActor struct MembersPageTests {
  private static let link = "booksapp://statistics/detailed"

  @Test("Before the end of the launch: the link waits, asks for its requirements, and opens once")
  func beforeLaunch() async throws {
    var finals: [LinkAnswer] = []
    let link = try DeepLink(Self.link)
    await withApp({ Worlds.whole() }) { app in
      #expect(await app.session.open(link) { finals.append($0) } == .waiting(for: .launch))
      #expect(app.title == "Welcome")
      await app.skipOnboarding()
      await buy(app)
      #expect(finals == [.shown])
    }
  }

  @Test("Signed out: an account and a membership first, then the page")
  func signedOut() async throws {
    var finals: [LinkAnswer] = []
    let link = try DeepLink(Self.link)
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      let answer = await app.session.open(link) { finals.append($0) }
      guard case .waiting = answer else {
        Issue.record("\(answer)")
        return
      }
      await buy(app)
      #expect(finals == [.shown])
    }
  }

  @Test("Under a sheet: the sheet closes first")
  func underASheet() async throws {
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      await app.open("booksapp://books/dune")
      await app.tap("shelve")
      #expect(app.session.snapshot.layers == 1)
      guard case .waiting = await app.open(Self.link) else {
        Issue.record("the link did not wait")
        return
      }
      #expect(!app.session.coordinatorTree.contains { $0.contains("chooseShelf") })
      #expect(app.session.snapshot.layers == 1, "the plans, and nothing below them")
      await buy(app)
      await app.tab("Discover")
      await app.tab("Statistics")
      #expect(await app.open(Self.link) == .shown, "a member is let through")
    }
  }

  @Test("Over an unsaved form: the form asks, and Keep editing refuses the link")
  func overAForm() async throws {
    let link = try DeepLink(Self.link)
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("notes", "Sand.")
      var finals: [LinkAnswer] = []
      guard case .blocked = await app.session.open(link, onFinal: { finals.append($0) }) else {
        Issue.record("the form did not ask")
        return
      }
      #expect(finals.isEmpty)
      await app.tap("keep")
      // The final answer says why the link was not opened: the form was kept.
      #expect(finals == [.refused(.kept)])
      #expect(app.value(of: "notes") == .text("Sand."))
      _ = await app.open(Self.link)
      await app.tap("discard")
      await buy(app)
    }
  }

  @Test("A user who declines a membership gets an answer and returns to the screen before the link")
  func declined() async throws {
    var finals: [LinkAnswer] = []
    let link = try DeepLink(Self.link)
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      _ = await app.session.open(link) { finals.append($0) }
      await app.close()
      #expect(finals.count == 1)
      guard case .refused = finals.first else {
        Issue.record("\(finals)")
        return
      }
      #expect(app.title == "Statistics")
    }
  }

  @Test("After a renewal has come due in an open window: the page opens, and nothing is sold")
  func renewed() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
    var wrappers = ServiceWrappers()
    wrappers.clock = { _ in clock }
    let world = Worlds.world(Worlds.welcomed, wrapping: wrappers)
    await withApp({ world.makeSession() }) { app in
      _ = await app.open(Self.link)
      await buy(app, "Monthly")
    }
    clock.advance(by: .seconds(20 * 86_400))
    await withApp({ world.makeSession() }) { app in
      clock.advance(by: .seconds(11 * 86_400))
      #expect(await app.open(Self.link) == .shown)
      #expect(app.screen?.kind == "StatisticsDetail")
    }
  }

  @Test("A link to the plans opens them over the membership's page, and that page for a member")
  func plans() async {
    await withApp({ Worlds.world(Worlds.welcomed).makeSession() }) { app in
      #expect(await app.open("booksapp://membership/plans") == .shown)
      #expect(app.title == "Become a member")
      await app.close()
      #expect(app.title == "Membership")
      _ = await app.open(Self.link)
      await buy(app)
      #expect(await app.open("booksapp://membership/plans") == .shown)
      #expect(app.title == "Membership")
      #expect(await app.answer(to: "booksapp://membership/other") == .refused(.noPage))
    }
  }

  /// Buys the required membership with a new account, and checks that the page is shown.
  private func buy(_ app: AppDriver, _ plan: String = "Yearly") async {
    #expect(app.title == "Become a member")
    await app.choose(plan)
    await app.pay()
    #expect(app.title == "Sign in")
    await app.createAccount("Ada")
    if app.title == "Move what you kept as a guest to this account?" { await app.tap("move") }
    #expect(app.title.hasPrefix("Receipt"))
    await app.tap("done")
    #expect(app.screen?.kind == "StatisticsDetail")
  }
}
