import Walks
import Accounts
import Inspection
import Services
import AppComposition
import AppTerminal
@testable import Core
import TestKit
import Testing

@Suite("Every awaited flow of the app, interrupted in every way")
@MainActor struct CancellationTests {
  private let invariants = Invariants()

  enum Ending: CaseIterable {
    case finish, back, close, link, cancelledTask, stoppedChild, endedParent, stoppedApp
    case signedOut, expired
  }

  @Test("Each awaited flow of the app leaks nothing, in whatever way it ends")
  func everyFlow() async throws {
    var flows: Set<String> = []
    for crawl in Crawls.layouts {
      let map = try await crawl.map
      for (index, names) in map.flows.sorted(by: { $0.key < $1.key }) {
        // One state for each flow: another history is the same case.
        guard flows.insert("\(crawl.layout) \(names)").inserted else { continue }
        // Wide flows end in turns, except in a nightly run.
        let isTried = { (number: Int) in
          crawl.layout == .compact || Nightly.isRunning || number % 3 == flows.count % 3
        }
        for (number, ending) in Ending.allCases.enumerated() where isTried(number) {
          try await check(crawl, map.paths[index], names, ending)
        }
      }
    }
    // feature: all
    let names = flows.joined(separator: " ")
    for flow in [
      "editEntry", "chooseShelf", "bookForm", "searchFilter", "shelfFilter", "signIn",
      "editAccount", "changePassword", "deleteAccount", "purchase", "receipt", "alert",
    ] {
      #expect(names.contains("\"\(flow)\""), "\(flow) is awaited somewhere")
    }
    // end
  }

  private func check(
    _ crawl: Crawls, _ path: [Step], _ names: [String], _ ending: Ending
  ) async throws {
    let context: Comment = "\(names) ended by \(ending) after \(path)"
    let session = await Crawler(samples: .app, make: crawl.session).session(after: path)
    let ids = session.awaited.map(\.id)
    #expect(ids.map(\.name) == names, context)
    for id in ids { #expect(session.log.outcomes[id] == [], context) }
    await end(session, ending, to: crawl.links)
    await session.settleAll()
    if ending != .stoppedApp {
      #expect(invariants.violations(in: session).isEmpty, context)
      if ending != .expired, ending != .signedOut { #expect(session.awaited.isEmpty, context) }
    }
    for id in ids {
      let outcomes = session.log.outcomes[id] ?? []
      #expect(outcomes.count == 1, context)
      if ending == .finish { #expect(outcomes == [.finished], context) }
    }
    #expect(session.activity.parkedCount == 0, context)
    #expect(session.leaks.isEmpty, context)
    session.stop()
    await session.activity.settleAll()
    #expect(invariants.finalViolations(in: session) == [], context)
    #expect(session.navigation.tree.isEmpty, context)
  }

  private func end(_ session: AppSession, _ ending: Ending, to links: [DeepLink]) async {
    switch ending {
    case .finish: await finish(session)
    case .back: await leave(session) { await session.back() }
    case .close: await leave(session) { await session.close() }
    case .link:
      // The first one that leads somewhere else.
      for link in links where !session.awaited.isEmpty {
        _ = await session.open(link)
        for _ in 0..<10 where session.snapshot.panes.last?.content.action("discard") != nil {
          await session.perform("discard")
        }
      }
    case .cancelledTask: session.activity.cancelAll()
    case .stoppedChild: session.awaited.forEach { $0.stop() }
    case .endedParent:
      // A tab's first coordinator does not end.
      if let parent = session.awaited.first?.parent, parent.isRewindable { parent.stop() }
      session.awaited.forEach { $0.stop() }
    case .stoppedApp: session.stop()
    case .signedOut: session.context.owner.signOut()
    case .expired:
      // The current session has expired now.
      session.context.currentOwner.restore("somebody", expires: nil)
      session.context.owner.expire()
    }
    await session.activity.settle()
  }

  /// Completes each awaited flow, the top one first.
  private func finish(_ session: AppSession) async {
    for _ in 0..<20 {
      guard let flow = session.awaited.last else { return }
      // A question is above the screen that asks it.
      if session.snapshot.panes.last?.kind == "Alert" {
        await answer(session)
        continue
      }
      switch flow.id.name {
      // feature: Auth
      case "signIn": await createAccount(session)
      case "editAccount":
        await session.fill("email", .text("other@example.org"))
        // The password of the account that the crawl created.
        await session.fill("old-password", .secret(Secret(SampleInputs.secret)))
        await session.perform("save")
      case "changePassword":
        await session.fill("old-password", .secret(Secret(SampleInputs.secret)))
        await session.fill("new-password", .secret(Secret("another good password")))
        await session.perform("save")
      case "deleteAccount":
        await session.fill("confirmation", .text("reader@example.org"))
        await session.perform("delete")
      // end
      // feature: Membership
      case "purchase": await purchase(session)
      case "receipt": await session.perform("done")
      // end
      // feature: Books
      case "chooseShelf": await session.select("shelf:reading")
      case "searchFilter", "shelfFilter": await session.perform("apply")
      case "editEntry": await session.perform("save")
      case "bookForm":
        await session.fill("title", .text("Tea"))
        await session.perform("save")
      // end
      default: await finishAnyhow(flow, in: session)
      }
      guard session.awaited.last === flow else { continue }
      Issue.record("\(flow.id) is not finished:\n\(session.snapshot.plainText)")
      return
    }
  }

  /// Finishes a flow that the test does not know: fills the form, and performs what is offered, the primary
  /// action first, until the flow has ended.
  private func finishAnyhow(_ flow: AnyCoordinator, in session: AppSession) async {
    let screen = session.snapshot.panes.last?.content
    for field in screen?.fields ?? [] {
      for value in SampleInputs.app.values(for: field).prefix(1) {
        _ = await session.fill(field.id, value)
      }
    }
    let actions = (screen?.actions ?? []).filter { $0.input == nil }
    let first = actions.filter { $0.role == .primary }
    for action in first + actions.filter({ $0.role != .primary }) {
      guard session.awaited.last === flow else { return }
      await session.perform(action.id)
    }
  }

  // feature: Auth
  /// Signs in with a new account, from the sign-in form or the form for a new account.
  private func createAccount(_ session: AppSession) async {
    if session.snapshot.panes.last?.kind != "CreateAccount" { await session.perform("create") }
    await session.fill("name", .text("Ada"))
    await session.fill("email", .text("ada@example.org"))
    await session.fill("password", .secret(Secret("a long enough password")))
    await session.fill("terms", .choice("accept"))
    await session.perform("create")
  }

  // end
  /// Continues if a lock asks, and chooses the first button of every other question.
  private func answer(_ session: AppSession) async {
    let buttons = session.snapshot.panes.last?.content.actions.map(\.id) ?? []
    let isDeleting = session.awaited.contains { $0.id.name == "deleteAccount" }
    if isDeleting, buttons.contains("discard") {
      await session.perform("discard")
    } else {
      await session.perform(buttons.first ?? "keep")
    }
  }

  // feature: Membership
  /// Continues a purchase from any screen, until it needs another flow.
  private func purchase(_ session: AppSession) async {
    // Plans, checkout and some checks at the bank: a purchase has no more steps.
    for _ in 0..<10 {
      guard let kind = session.snapshot.panes.last?.kind,
        session.awaited.last?.id.name == "purchase"
      else { return }
      switch kind {
      case "Plans": await session.select("plan:yearly")
      case "Checkout": await session.perform("buy", .value(.choice("accept")))
      case "Waiting": await session.perform("check")
      default:
        Issue.record("Say here how a purchase goes on at \(kind).")
        return
      }
    }
  }

  // end
  /// Leaves until no flow is awaited, discarding unsaved forms.
  private func leave(_ session: AppSession, _ way: () async -> LeaveAnswer) async {
    for _ in 0..<20 where !session.awaited.isEmpty {
      if case .blocked = await way() { await session.perform("discard") }
    }
    #expect(session.awaited.isEmpty, "leaving twenty times leaves every flow")
  }
}
