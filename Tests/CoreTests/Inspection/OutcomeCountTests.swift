import Inspection
import Walks
import Services
@testable import Core
import TestKit
import Testing

@Suite("The log has one outcome for each ended coordinator and none for a running one")
@MainActor struct OutcomeCountTests {
  @Test("The outcome is logged once, however the coordinator ended")
  func outcomes() async throws {
    try await withToy { toy, app in
      let log = app.session.log
      let id = try flow(in: toy) { flow in
        #expect(log.outcomes[flow.id] == [])
        flow.finish(1)
        flow.finish(2)
        flow.stop()
      }
      #expect(log.outcomes[id] == [.finished])
      #expect(Invariants().finalViolations(in: app.session) == [])
    }
  }

  @Test("A second outcome, an outcome of a running coordinator and a missing outcome are found")
  func violations() async throws {
    try await withToy { toy, app in
      let log = app.session.log
      let id = try flow(in: toy) { flow in
        log.append(.ended(flow.id, .finished))
        let found = Invariants().finalViolations(in: app.session)
        #expect(found == ["\(flow.id) runs with 1 outcomes"])
        flow.stop()
      }
      let lost = CoordinatorID(name: "lost", serial: 1_000)
      log.append(.started(lost, parent: nil))
      #expect(
        Invariants().finalViolations(in: app.session) == [
          "\(id) has ended with 2 outcomes", "lost#1000 has ended with 0 outcomes",
        ])
    }
  }

  @Test("Only coordinators whose start is still in the log are counted")
  func full() async throws {
    try await withToy { toy, app in
      let log = app.session.log
      let old = try toy.tab().startChild(Flow<Int>("old", screen: DetailScreen("Old")))
      for number in 1...EventLog.capacity { log.note("\(number)") }
      let new = try toy.tab().startChild(Flow<Int>("new", screen: DetailScreen("New")))
      new.stop()
      old.stop()
      #expect(log.outcomes == [new.id: [.ended(.cancelled)]])
    }
  }

  /// Starts a flow and releases it.
  private func flow(in toy: Toy, _ body: (Flow<Int>) -> Void) throws -> CoordinatorID {
    let flow = try toy.tab().startChild(Flow<Int>("flow", screen: DetailScreen("Flow")))
    body(flow)
    return flow.id
  }
}
