import AppComposition
@testable import Core
import TestKit
import Testing

@Suite("Every awaited flow of the app, ended in every way")
@MainActor struct CancellationTests {
  enum Ending: CaseIterable {
    case finish, back, close, link, cancelledTask, stoppedChild, endedParent, stoppedApp
    case signedOut, expired
  }

  @Test(
    "In every crawled state with an awaited flow, whatever ends it leaves nothing behind",
    arguments: [Layout.compact, .wide])
  func everyFlow(layout: Layout) async throws {
    let crawler = Crawler(
      samples: .app, make: { Worlds.whole(layout) })
    let invariants = Invariants()
    let link = try Link("booksapp://shelves")
    var flows: Set<String> = []
    for path in try await Crawls.map(layout).paths {
      let session = await crawler.session(after: path)
      let awaited = session.awaited.map(\.id.name)
      #expect(session.awaited.allSatisfy { session.log.outcomes[$0.id] == [] })
      let flow = awaited.joined(separator: "/")
      session.stop()
      // The same flow over another history is the same step.
      guard !awaited.isEmpty, flows.insert(flow).inserted else { continue }
      for ending in Ending.allCases {
        let session = await crawler.session(after: path)
        let ids = session.awaited.map(\.id)
        await end(session, ending, link)
        await session.settleAll()
        let context: Comment = "\(awaited) ended by \(ending) after \(path)"
        if ending != .stoppedApp {
          #expect(invariants.violations(in: session).isEmpty, context)
          #expect(session.awaited.isEmpty, context)
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
        #expect(session.window.tree.isEmpty, context)
      }
    }
    #expect(flows.isSuperset(of: ["editEntry", "chooseShelf", "bookForm", "searchFilter"]))
  }

  private func end(_ session: AppSession, _ ending: Ending, _ link: Link) async {
    switch ending {
    case .finish: await finish(session)
    case .back: await leave(session) { await session.back() }
    case .close: await leave(session) { await session.close() }
    case .link:
      if case .blocked = await session.open(link) { await session.perform("discard") }
    case .cancelledTask: session.activity.cancelAll()
    case .stoppedChild: session.awaited.forEach { $0.stop() }
    case .endedParent:
      // A tab's own coordinator is not one that ends.
      if let parent = session.awaited.first?.parent, parent.origin != nil { parent.stop() }
      session.awaited.forEach { $0.stop() }
    case .stoppedApp: session.stop()
    case .signedOut: session.context.owner.signOut()
    case .expired:
      // Whoever it was: their time is over now.
      session.context.owner.restore("somebody", expires: nil)
      session.context.owner.expire()
    }
    await session.activity.settle()
  }

  /// Does what gives each awaited flow its value, the top one first.
  private func finish(_ session: AppSession) async {
    while let flow = session.awaited.last {
      switch flow.id.name {
      case "alert":
        // The first button: of a lock it is the one that keeps what was typed.
        let button = session.snapshot.panes.last?.content.actions.first
        await session.perform(button?.id ?? "keep")
      case "signIn": await createAccount(session)
      case "chooseShelf": await session.select("shelf:reading")
      case "searchFilter": await session.perform("apply")
      case "editEntry": await session.perform("save")
      case "bookForm":
        await session.fill("title", .text("Tea"))
        await session.perform("save")
      default: Issue.record("Say here how \(flow.id.name) is finished.")
      }
      guard session.awaited.last === flow else { continue }
      Issue.record("\(flow.id) is not finished:\n\(session.snapshot.plainText)")
      return
    }
  }

  /// Signs in with a new account, from the form in which one signs in or from that for accounts.
  private func createAccount(_ session: AppSession) async {
    if session.snapshot.panes.last?.kind != "CreateAccount" { await session.perform("create") }
    await session.fill("name", .text("Ada"))
    await session.fill("email", .text("ada@example.org"))
    await session.fill("password", .secret(Secret("a long enough password")))
    await session.fill("terms", .choice("accept"))
    await session.perform("create")
  }

  /// Leaves until nothing is awaited, discarding what asks.
  private func leave(_ session: AppSession, _ way: () async -> LeaveAnswer) async {
    while !session.awaited.isEmpty {
      if case .blocked = await way() { await session.perform("discard") }
    }
  }
}

extension AppSession {
  /// The running coordinators whose outcome somebody awaits.
  fileprivate var awaited: [AnyCoordinator] {
    var found: [AnyCoordinator] = []
    func visit(_ coordinator: AnyCoordinator) {
      if coordinator.isAwaited { found.append(coordinator) }
      coordinator.children.forEach(visit)
    }
    visit(root)
    return found
  }
}
