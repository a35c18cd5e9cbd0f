import Inspection
import Services
import Core
import Observation
import TestKit
import Testing

@Suite("Rule 6: one tree, one commit queue")
@MainActor struct CommitQueueTests {
  @Test("A flow started by another flow's end handler sees the current tree")
  func pushInsideEnd() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let first = Flow<Int>("first", screen: DetailScreen("first"))
      tab.startChild(
        first,
        onEnd: { _ in
          toy.journal.write("on \(app.title)")
          tab.startChild(
            Flow<Int>("second", screen: DetailScreen("second")),
            onEnd: toy.journal.outcome(of: "second"))
        })
      await app.back()
      #expect(app.title == "second")
      await app.back()
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["on First", "second ended back"])
    }
  }

  @Test("A flow's end handler may end another flow")
  func finishInsideEnd() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let below = Flow<Int>("below", screen: DetailScreen("below"))
      tab.startChild(below, onEnd: toy.journal.outcome(of: "below"))
      let above = Flow<Int>("above", screen: DetailScreen("above"))
      tab.startChild(
        above,
        onEnd: { outcome in
          toy.journal.write("above \(outcome.words)")
          below.finish(1)
        })
      above.finish(2)
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["above finished 2", "below finished 1"])
    }
  }

  @Test("A change requested by an observer of the tree waits in the queue")
  func pushInsidePublication() async throws {
    try await withToy { toy, app in
      let window = app.session.navigation
      let tab = try toy.tab()
      withObservationTracking {
        _ = window.tree
      } onChange: {
        MainActor.assumeIsolated {
          _ = tab.push(DetailScreen("second"))
          toy.journal.write("asked on \(app.title)")
        }
      }
      tab.push(DetailScreen("first"))
      #expect(toy.journal.lines == ["asked on First"])
      #expect(app.title == "second")
      await app.back()
      #expect(app.title == "first")
    }
  }

  @Test("A change that removes many entries is published once")
  func publishedOnce() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      for title in ["one", "two", "three"] { tab.push(DetailScreen(title)) }
      let window = app.session.navigation
      withObservationTracking {
        _ = window.tree
      } onChange: {
        MainActor.assumeIsolated { toy.journal.write("published") }
      }
      let before = app.session.log.lines.count
      await app.home()
      #expect(toy.journal.lines == ["published"])
      #expect(app.session.log.lines.count == before + 1)
    }
  }

  @Test("Two equal screens are two entries: removing one leaves the other")
  func identity() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      for name in ["first", "second"] {
        tab.startChild(
          Flow<Int>(name) { $0.push(DetailScreen("same"), route: Route("item")) },
          onEnd: toy.journal.outcome(of: name))
      }
      await app.back()
      #expect(app.title == "same")
      #expect(toy.journal.lines == ["second ended back"])
    }
  }

  @Test("Each removed entry's owner is informed once, the top entry first")
  func topFirst() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      for name in ["low", "middle", "top"] {
        tab.startChild(
          Flow<Int>(name, screen: DetailScreen(name)), onEnd: toy.journal.outcome(of: name))
      }
      await app.home()
      #expect(
        toy.journal.lines == ["top ended back", "middle ended back", "low ended back"])
      let line = try #require(app.session.log.lines.first { $0.contains("home") })
      let parts = line.split(separator: " ").filter { $0.hasPrefix("Detail") }
      #expect(parts.map { $0.prefix(10) } == ["Detail(top", "Detail(mid", "Detail(low"])
    }
  }

  @Test("The log keeps the last thousand events with their numbers")
  func logIsBounded() async {
    await withToy { _, app in
      for number in 1...1500 { app.session.log.note("note \(number)") }
      let lines = app.session.log.lines
      #expect(lines.count == EventLog.capacity)
      #expect(lines.last?.hasSuffix(" note 1500") == true)
      #expect(lines.first?.hasSuffix(" note 501") == true)
    }
  }
}
