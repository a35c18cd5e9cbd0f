import Inspection
import Services
import Core
import Foundation
import TestKit
import Testing

@Suite("Rule 5: subscriptions")
@MainActor struct SubscriptionTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))

  /// Creates a screen that shows and records the elements that it observes.
  private func screen(
    _ toy: Toy, _ make: (@escaping @MainActor (String) async -> Void) -> StreamSubscription
  ) -> DetailScreen {
    let screen = DetailScreen("observing", actions: .named("open"))
    screen.subscriptions = [
      make { [weak screen] text in
        screen?.content.notice = Notice(text)
        toy.journal.write(text)
      }
    ]
    return screen
  }

  @Test("A stream does not keep the app from settling, and hosts see each element")
  func stream() async throws {
    try await withToy { toy, app in
      let (elements, sink) = AsyncStream.makeStream(of: String.self)
      try toy.tab().push(screen(toy) { StreamSubscription("prices", to: elements, handle: $0) })
      await app.session.settleAll()
      #expect(app.session.activity.unsettled.isEmpty)
      for text in ["one", "two"] {
        _ = app.session.cachedSnapshot
        sink.yield(text)
        await toy.journal.written(text)
        #expect(app.session.cachedSnapshot.panes.last?.content.notice?.text == text)
        await app.session.settleAll()
      }
      #expect(toy.journal.lines == ["one", "two"])
    }
  }

  @Test("Handling an element is background work with a name")
  func handling() async throws {
    try await withToy { toy, app in
      let gate = Gate()
      let (elements, sink) = AsyncStream.makeStream(of: Int.self)
      let tab = try toy.tab()
      tab.observe(StreamSubscription("prices", to: elements) { _ in await gate.wait() })
      sink.yield(1)
      await gate.arrived()
      #expect(app.session.activity.isSettled)
      #expect(app.session.activity.unsettled == ["subscription “prices” of \(tab.id)"])
      let settled = Task.immediate { await app.session.settleAll() }
      gate.open()
      await settled.value
    }
  }

  @Test("A subscription ends with its screen, its coordinator or its sequence", arguments: 0..<4)
  func ends(_ way: Int) async throws {
    try await withToy { toy, app in
      let (elements, sink) = AsyncStream.makeStream(of: String.self)
      let ended = Gate()
      sink.onTermination = { _ in Task { @MainActor in ended.open() } }
      let flow = Flow<Int>("flow") { [self] flow in
        guard way != 2 else {
          flow.push(DetailScreen("plain"))
          return flow.observe(
            StreamSubscription("prices", to: elements) { text in toy.journal.write(text) })
        }
        flow.push(screen(toy) { StreamSubscription("prices", to: elements, handle: $0) })
      }
      try toy.tab().startChild(flow)
      sink.yield("first")
      await toy.journal.written("first")
      switch way {
      case 0: await app.back()
      case 1: flow.stop()
      case 2: flow.finish(1)
      default: sink.finish()
      }
      await ended.wait()
      sink.yield("late")
      await app.session.settleAll()
      #expect(toy.journal.lines == ["first"])
    }
  }

  @Test("A sequence that throws ends its subscription, and the log has it without the error's text")
  func throwing() async throws {
    try await withToy { toy, app in
      let (elements, sink) = AsyncThrowingStream.makeStream(of: String.self)
      sink.yield("first")
      sink.finish(throwing: StorageError.damaged("SECRET"))
      try toy.tab().push(screen(toy) { StreamSubscription("prices", to: elements, handle: $0) })
      await toy.journal.written("first")
      // Nothing else waits for the end of a subscription.
      while !app.session.activity.works.isEmpty { await Task.yield() }
      let lines = app.session.log.lines.filter { $0.contains("prices") }
      #expect(lines.count == 1 && lines[0].contains("has thrown") && !lines[0].contains("SECRET"))
    }
  }

  @Test("A sequence that throws because its screen was removed leaves no line in the log")
  func interrupted() async throws {
    try await withToy { toy, app in
      let (gate, screen) = (Gate(), DetailScreen("observing"))
      screen.subscriptions = [StreamSubscription("prices", to: Interrupted(gate: gate)) { _ in }]
      try toy.tab().push(screen)
      await gate.arrived()
      await app.back()
      #expect(app.session.activity.works.isEmpty)
      #expect(!app.session.log.lines.contains { $0.contains("prices") })
    }
  }

  @Test("A covered screen keeps observing, and shows the new elements once it is visible again")
  func covered() async throws {
    try await withToy { toy, app in
      let (elements, sink) = AsyncStream.makeStream(of: String.self)
      let handled = Gate()
      let tab = try toy.tab()
      tab.push(
        screen(toy) { handle in
          StreamSubscription("prices", to: elements) { text in
            await handle(text)
            handled.open()
          }
        })
      tab.push(DetailScreen("above"))
      sink.yield("news")
      await handled.wait()
      await app.back()
      #expect(app.notice == "news")
    }
  }

  @Test("A timer uses the app's clock, and settling does not wait for its next tick")
  func timer() async throws {
    try await withToy { toy, app in
      let ticked = Journal()
      try toy.tab().observe(
        .timer("ask", every: .seconds(60), on: clock) { ticked.write("tick") })
      await app.session.settleAll()
      for count in 1...3 {
        await clock.sleeper(until: clock.now + 60)
        clock.advance(by: .seconds(60))
        await clock.sleeper(until: clock.now + 60)
        #expect(ticked.lines.count == count)
      }
      await app.session.settleAll()
    }
  }

  @Test("A subscription that outlives its screen is named as unsettled work")
  func stubborn() async throws {
    try await withToy { toy, app in
      let gate = Gate(isStubborn: true)
      let (elements, sink) = AsyncStream.makeStream(of: Int.self)
      let shown = DetailScreen("observing")
      shown.subscriptions = [
        StreamSubscription("prices", to: elements) { _ in await gate.wait() }
      ]
      let tab = try toy.tab()
      tab.push(shown)
      sink.yield(1)
      await gate.arrived()
      let back = Task.immediate { await app.back() }
      #expect(
        app.session.activity.unsettled == ["subscription “prices” of \(tab.id) (cancelled)"])
      gate.open()
      #expect(await back.value == .left)
    }
  }
}

/// A sequence without elements, which throws when its task is cancelled.
private struct Interrupted: AsyncSequence, AsyncIteratorProtocol {
  let gate: Gate

  func makeAsyncIterator() -> Self { self }

  mutating func next() async throws -> Int? {
    guard await gate.wait() else { throw CancellationError() }
    return nil
  }
}
