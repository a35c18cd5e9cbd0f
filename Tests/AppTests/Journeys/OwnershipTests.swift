// Needs: Auth, Books, Membership, Onboarding

import Accounts
import Services
import AppComposition
@testable import Core
import Foundation
import TestKit
import Testing

@Suite("Ownership of data")
@MainActor struct OwnershipTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

  private var clockWrapper: ServiceWrappers {
    var wrappers = ServiceWrappers()
    wrappers.clock = { [clock] _ in clock }
    return wrappers
  }

  @Test("Two accounts and a guest never see each other's data")
  func twoAccounts() async throws {
    await withApp({ Worlds.world(Worlds.allFeatures).makeSession() }) { app in
      await app.skipOnboarding()
      await app.open("booksapp://books/emma")
      await app.tap("want")
      for (name, book) in [("Ada", "dune"), ("Bo", "solaris")] {
        await app.tab("Account")
        await app.tap("sign-in")
        await app.createAccount(name)
        await app.tap("leave")
        await app.open("booksapp://books/\(book)")
        await app.tap("start")
        await app.tap("notes")
        await app.fill("notes", "only \(name) knows")
        await app.tap("save")
        await app.signOut()
      }
      for (name, own, others) in [
        ("Ada", "Dune", ["Solaris", "Emma", "only Bo knows"]),
        ("Bo", "Solaris", ["Dune", "Emma", "only Ada knows"]),
      ] {
        await app.tab("Account")
        await app.tap("sign-in")
        await app.signIn(name)
        if app.title == "Move what you kept as a guest to this account?" { await app.tap("leave") }
        await app.tab("Shelves")
        await app.choose("Reading")
        #expect(app.rows == [own])
        await app.choose(own)
        #expect(app.text.contains("only \(name) knows"))
        for other in others { #expect(!app.text.contains(other)) }
        await app.signOut()
      }
      await app.tab("Shelves")
      await app.choose("Want to read")
      #expect(app.rows == ["Emma"])
    }
  }

  @Test("A sign-out or deletion asks an unsaved form in the other column, which can be kept")
  func unsavedForm() async {
    let world = Worlds.world(Worlds.allFeatures, layout: .wide)
    await withApp(world.makeSession) { app in
      await app.join("Ada")
      await app.choose("Yearly goal")
      await app.fill("goal", "12")
      await app.tap("sign-out")
      #expect(app.title.hasPrefix("Discard"))
      await app.tap("keep")
      #expect(app.value(of: "goal") == .number(12))
      #expect(app.session.context.owner.isSignedIn)
      await app.choose("Favourite genres")
      #expect(app.title.hasPrefix("Discard"), "another item would take its place")
      await app.tap("keep")
      #expect(app.value(of: "goal") == .number(12))
      await app.tap("delete")
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      #expect(app.title.hasPrefix("Discard"), "the deletion would close it, too")
      await app.tap("keep")
      #expect(app.session.context.owner.isSignedIn)
      await app.close()
      #expect(app.value(of: "goal") == .number(12))
      await app.tap("sign-out")
      await app.tap("discard")
      await app.tap("Sign out")
      #expect(!app.session.context.owner.isSignedIn)
      #expect(app.title == "Discover")
    }
  }

  @Test("The goal in the statistics is the one of the profile, and both can set it")
  func goal() async {
    await withApp({ Worlds.world(Worlds.allFeatures).makeSession() }) { app in
      await app.join("Ada")
      await app.tab("Statistics")
      await app.tap("goal", "24")
      #expect(app.text.contains("0 of 24"))
      await app.open("booksapp://account/goal")
      #expect(app.value(of: "goal") == .number(24))
      await app.fill("goal", "12")
      await app.tap("save")
      await app.tab("Statistics")
      #expect(app.text.contains("0 of 12"))
    }
  }

  @Test("A deleted account leaves nothing in any store")
  func deletion() async throws {
    let world = Worlds.world(Worlds.allFeatures)
    var account: Identifier<Owner>?
    var kept: [any AccountData] = []
    await withApp(world.makeSession) { app in
      kept = app.session.root.features.contributions(of: (any AccountData).self)
      await app.join("Ada")
      account = app.session.context.owner.owner.account
      await app.choose("Yearly goal")
      await app.fill("goal", "12")
      await app.tap("save")
      await app.choose("Catalogue")
      await app.tap("contact", "ada@example.org")
      await app.open("booksapp://books/dune")
      await app.tap("rate", "5")
      await app.open("booksapp://membership")
      await app.tap("buy")
      await app.choose("Yearly")
      await app.pay()
      await app.tap("done")
      await app.tab("Account")
      await app.home()
      await app.tap("delete")
      await app.fill("confirmation", "ada@example.org")
      await app.tap("delete")
      #expect(app.title == "Discover")
      #expect(!app.session.context.owner.isSignedIn)
    }
    let owner = try #require(account)
    #expect(kept.count >= 6, "those of the app's own features")
    for data in kept {
      #expect(try await data.export(of: .account(owner)) == nil, "\(data.name)")
      #expect(try await data.summary(of: .account(owner)) == nil, "\(data.name)")
    }
    // Neither the identifier nor the address is stored anywhere.
    for key in try await world.store.values(withPrefix: "").map(\.key) {
      let value = try await world.store.value(for: key) ?? Data()
      let text = key + String(decoding: value, as: UTF8.self)
      #expect(!text.contains(owner.rawValue) && !text.contains("ada@"), "\(text)")
    }
    await withApp(world.makeSession) { app in
      await app.tab("Account")
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.notice == "Wrong e-mail address or password.")
    }
  }

  @Test("Two apps in one process share no data")
  func twice() async {
    await withApp({ Worlds.whole() }) { first in
      await withApp({ Worlds.whole() }) { second in
        await first.skipOnboarding()
        #expect(second.title == "Welcome")
        await second.skipOnboarding()
        await first.tab("Account")
        await first.tap("create")
        await first.createAccount("Ada")
        await second.tab("Account")
        #expect(second.title == "Guest")
        await second.tap("sign-in")
        await second.signIn("Ada")
        #expect(second.notice == "Wrong e-mail address or password.")
      }
    }
  }

  @Test("A user whose session expired during an absence is told so once")
  func longAway() async {
    let world = Worlds.world(Worlds.allFeatures, wrapping: clockWrapper)
    await withApp(world.makeSession) { app in
      await app.join("Ada")
      clock.advance(by: .seconds(31 * 86_400))
    }
    for notices in [[SessionNotice.expired], []] {
      await withApp(world.makeSession) { app in
        #expect(app.session.consumeNotices() == notices)
        #expect(!app.session.context.owner.isSignedIn)
      }
    }
  }

  @Test(
    "After a session expires in a form, signing in leads back to that screen",
    arguments: [nil, "leave", "move", "home"] as [String?])
  func expiry(guestsBooks answer: String?) async {
    await withApp({ Worlds.world(Worlds.welcomed, wrapping: clockWrapper).makeSession() }) { app in
      if answer != nil {
        await app.open("booksapp://books/emma")
        await app.tap("want")
      }
      await app.tab("Account")
      await app.tap("create")
      await app.createAccount("Ada")
      if answer != nil { await app.tap("leave") }
      await app.open("booksapp://books/dune")
      await app.tap("notes")
      await app.fill("notes", "Sand.")
      clock.advance(by: .seconds(31 * 86_400))
      #expect(await app.session.perform("save") == .notVisible)
      #expect(app.title == "Sign in")
      await app.signIn("Ada")
      if answer == "home" { await app.home() } else if let answer { await app.tap(answer) }
      #expect(app.title == "Dune", "where she was, though not what she had not saved")
      #expect(app.session.context.owner.isSignedIn)
    }
  }

  @Test(
    "A link that finds the session expired waits for the question to sign in again",
    arguments: [true, false])
  func expiredLink(signsIn: Bool) async throws {
    var finals: [LinkAnswer] = []
    let link = try DeepLink("booksapp://books/emma")
    await withApp({ Worlds.world(Worlds.welcomed, wrapping: clockWrapper).makeSession() }) { app in
      await app.tab("Account")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.open("booksapp://books/dune")
      clock.advance(by: .seconds(31 * 86_400))
      let answer = await app.session.open(link) { finals.append($0) }
      #expect(answer == .waiting(for: .screen("Sign in")) && app.title == "Sign in")
      // A newer one waits, too.
      #expect(await app.answer(to: "booksapp://books/emma") == answer)
      #expect(app.title == "Sign in" && finals == [.refused(.superseded)])
      if signsIn { await app.signIn("Ada") } else { await app.session.close() }
      // The answer to the link, and that the user is signed in.
      #expect(app.title == "Emma" && app.session.consumeNotices().count == (signsIn ? 2 : 1))
      #expect(app.session.context.owner.isSignedIn == signsIn)
    }
  }
}
