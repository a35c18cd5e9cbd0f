// Needs: Auth, Backups, Books, Membership, Onboarding

import Walks
import Accounts
import Services
import Inspection
import AppComposition
@testable import Core
import TestKit
import Testing

@Suite(
  "Requests to accounts, profiles and payments, ended while they wait", .timeLimit(.minutes(60)))
@MainActor struct HeldAccountTests {
  /// The waiting request, by the held call.
  enum Step: CaseIterable {
    case hashing, storingAccount, verifying, beginningSession, savingGoal, notingPurchase, paying
    case sendingCode, newPassword, movingGuest, erasing, restoringPurchase

    var call: HeldServices.Call {
      switch self {
      case .hashing: .hash
      case .storingAccount: .account
      case .verifying: .verification
      case .beginningSession: .session
      case .savingGoal, .notingPurchase: .value
      case .paying: .payment
      case .sendingCode: .account
      case .newPassword: .hash
      case .movingGuest: .values
      case .erasing: .forget
      case .restoringPurchase: .purchases
      }
    }

    /// Whether there is an account at the start, and whether it is signed in.
    var hasAccount: Bool { self != .hashing && self != .storingAccount }
    var isSignedIn: Bool {
      [.notingPurchase, .paying, .savingGoal, .erasing, .restoringPurchase].contains(self)
    }
    /// Whether it finishes with a sign-in.
    var signsIn: Bool { self != .sendingCode && self != .erasing }
  }

  struct Case: CustomTestStringConvertible, Sendable {
    static let all = Step.allCases.flatMap { step in
      Ending.allCases.map { Case(step: step, ending: $0) }
    }
    let step: Step
    let ending: Ending
    var testDescription: String { "\(step) ended by \(ending)" }

    /// Whether the user leaves what was begun.
    var isLeft: Bool { [.close, .cancelledTask, .endedParent].contains(ending) }
    /// Whether the held call is cancelled: a payment is cancelled with its request. The other
    /// services continue.
    var isCancelled: Bool { step == .paying && ending != .answer && ending != .otherTab }
  }

  private let held = HeldServices()

  @Test(
    "A request is cancelled or continues, never both, and each flow has one outcome",
    arguments: Case.all)
  func matrix(_ example: Case) async throws {
    let world = Worlds.world(Worlds.allFeatures, wrapping: held.wrappers)
    let app = AppDriver(world.makeSession())
    await app.session.launch(restoring: false)
    await app.skipOnboarding()
    let performing = await begin(example.step, app)
    let link = try DeepLink("booksapp://search?q=emma")
    let ending = Task.immediate { await example.ending.end(app.session, on: .account, by: link) }
    if !example.isCancelled {
      #expect(held.isHolding && !held.isCancelled)
      held.release()
    }
    await ending.value
    await performing.value
    await app.session.settleAll()
    #expect(!held.isHolding && held.isCancelled == example.isCancelled)
    if !app.session.navigation.tree.isEmpty {
      #expect(Invariants().violations(in: app.session) == [])
    }
    checkOwner(example, app)
    app.session.stop()
    await app.session.activity.settleAll()
    #expect(Invariants().finalViolations(in: app.session) == [])
    await checkNextStart(example, world)
  }

  @Test(
    "A session is not stored if the user leaves its sign-in and the checkout that required it",
    arguments: ["home", "link"])
  func requiredSignIn(way: String) async throws {
    let world = Worlds.world(Worlds.welcomed, wrapping: held.wrappers)
    let link = try DeepLink("booksapp://search?q=emma")
    await withApp(world.makeSession) { app in
      await app.tab("Account")
      await app.tap("create")
      await app.createAccount("Ada")
      await app.signOut()
      await app.tab("Shelves")
      for name in ["One", "Two", "Three", "Four"] { await app.tap("new", name) }
      await app.choose("Yearly")
      await app.pay()
      #expect(app.title == "Sign in")
      held.hold(next: .session)
      let signingIn = Task.immediate { await app.signIn("Ada") }
      await held.arrived()
      let leaving = Task.immediate {
        if way == "home" { _ = await app.home() } else { _ = await app.session.open(link) }
      }
      await app.until { app.session.snapshot.layers == 0 }
      held.release()
      await leaving.value
      await signingIn.value
      #expect(!app.session.context.owner.isSignedIn)
    }
    await withApp(world.makeSession) { app in
      #expect(!app.session.context.owner.isSignedIn)
    }
  }

  private func begin(_ step: Step, _ app: AppDriver) async -> Task<Void, Never> {
    await app.tab("Account")
    if step.hasAccount {
      await app.tap("create")
      await app.createAccount("Ada")
      if !step.isSignedIn { await app.signOut() }
      await app.tab("Account")
    }
    switch step {
    case .hashing, .storingAccount: await app.tap("create")
    case .verifying, .beginningSession: await app.tap("sign-in")
    case .savingGoal:
      await app.choose("Yearly goal")
      await app.fill("goal", "12")
    case .notingPurchase, .paying:
      await app.choose("Membership")
      await app.tap("buy")
      await app.choose("Yearly")
    case .sendingCode, .newPassword:
      await app.tap("sign-in")
      await app.tap("forgot")
      await app.fill("email", "ada@example.org")
      if step == .newPassword { await app.askForCode("Ada") }
    case .movingGuest:
      await app.open("booksapp://books/dune")
      await app.tap("want")
      await app.open("booksapp://account")
      await app.tap("sign-in")
      await app.signIn("Ada")
    case .erasing:
      await app.tap("delete")
      await app.fill("confirmation", "ada@example.org")
    case .restoringPurchase: await app.choose("Membership")
    }
    held.hold(next: step.call)
    let performing = Task.immediate {
      switch step {
      case .hashing, .storingAccount: await app.createAccount("Ada")
      case .verifying, .beginningSession: await app.signIn("Ada")
      case .savingGoal: await app.tap("save")
      case .notingPurchase, .paying: await app.pay()
      case .sendingCode: await app.tap("send")
      case .newPassword: await app.tap("save")
      case .movingGuest: await app.tap("move")
      case .erasing: await app.tap("delete")
      case .restoringPurchase: await app.tap("restore-purchase")
      }
    }
    await held.arrived()
    return performing
  }

  /// A user who left is not signed in, and work that was not left is done.
  private func checkOwner(_ example: Case, _ app: AppDriver) {
    let isSignedIn = app.session.context.owner.isSignedIn
    switch example.ending {
    case .answer, .otherTab: #expect(isSignedIn == example.step.signsIn)
    case .signedOut, .expired: #expect(!isSignedIn)
    case _ where example.isLeft:
      if example.step == .beginningSession || example.step == .verifying { #expect(!isSignedIn) }
    default: break
    }
  }

  /// The next start finds consistent data: at most one account, and a purchase that is paid once.
  private func checkNextStart(_ example: Case, _ world: AppWorld) async {
    await withApp(world.makeSession) { app in
      if app.screen?.kind == "Welcome" { await app.skipOnboarding() }
      if example.step == .beginningSession, example.isLeft {
        #expect(!app.session.context.owner.isSignedIn, "the session of who has left was ended")
      }
      if !app.session.context.owner.isSignedIn {
        await app.tab("Account")
        await app.tap("sign-in")
        await app.signIn("Ada")
        guard app.session.context.owner.isSignedIn else {
          let mayBeGone = !example.step.hasAccount || example.step == .erasing
          #expect(mayBeGone, "the account is lost")
          return
        }
      }
      if example.step == .movingGuest {
        await app.open("booksapp://shelves/want-to-read")
        let left = (try? await held.entries)?.count
        #expect(left == (app.rows == ["Dune"] ? 0 : 1), "the book is in one place, and only there")
      }
      await app.open("booksapp://membership")
      let receipts = app.rows.count { $0.hasPrefix("Yearly") }
      switch (example.step, example.ending) {
      case (.paying, _): #expect(receipts == (example.isCancelled ? 0 : 1))
      case (.notingPurchase, .answer), (.notingPurchase, .otherTab): #expect(receipts == 1)
      case (.notingPurchase, _): #expect(receipts <= 1)
      default: #expect(receipts == 0)
      }
      #expect(!app.text.contains("is still open:"), "what was open is known by now")
    }
  }
}
