import AppComposition
@testable import Core
import TestKit
import Testing

@Suite("Every awaited flow of the app, ended in every way")
@MainActor struct CancellationTests {
  enum Ending: CaseIterable {
    case back, close, link, cancelledTask, stoppedChild, endedParent, stoppedApp
  }

  @Test(
    "In every crawled state with an awaited flow, whatever ends it leaves nothing behind",
    arguments: [Layout.compact, .wide])
  func everyFlow(layout: Layout) async throws {
    let crawler = Crawler(
      samples: .app, make: layout == .wide ? Worlds.wide : Worlds.compact)
    let invariants = Invariants()
    let link = try Link("booksapp://shelves")
    var flows: Set<String> = []
    for path in try await Crawls.map(layout).paths {
      let session = await crawler.session(after: path)
      let awaited = session.awaited.map(\.id.name)
      let flow = awaited.joined(separator: "/")
      session.stop()
      // The same flow over another history is the same step.
      guard !awaited.isEmpty, flows.insert(flow).inserted else { continue }
      for ending in Ending.allCases {
        let session = await crawler.session(after: path)
        await end(session, ending, link)
        await session.settleAll()
        let context: Comment = "\(awaited) ended by \(ending) after \(path)"
        if ending != .stoppedApp {
          #expect(invariants.violations(in: session).isEmpty, context)
          #expect(session.awaited.isEmpty, context)
        }
        #expect(session.activity.parkedCount == 0, context)
        #expect(session.leaks.isEmpty, context)
        session.stop()
        await session.activity.settleAll()
        #expect(session.leaks.isEmpty, context)
        #expect(session.window.tree.isEmpty, context)
      }
    }
    #expect(flows.isSuperset(of: ["editEntry", "chooseShelf", "bookForm", "searchFilter"]))
  }

  private func end(_ session: AppSession, _ ending: Ending, _ link: Link) async {
    switch ending {
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
    }
    await session.activity.settle()
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
