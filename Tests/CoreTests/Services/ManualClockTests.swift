import Core
import Inspection
import Services
import Foundation
import TestKit
import Testing

@Suite("The manual clock", .timeLimit(.minutes(60)))
@MainActor struct ManualClockTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1000))
  private let journal = Journal()

  /// Starts to sleep, and returns once it does.
  private func sleep(_ name: String, _ seconds: Int) async -> Task<Void, Never> {
    let before = clock.sleeperCount
    let task = Task {
      do {
        try await clock.sleep(for: .seconds(seconds))
        journal.write(name)
      } catch { journal.write("\(name) cancelled") }
    }
    while clock.sleeperCount == before { await Task.yield() }
    return task
  }

  @Test("The clock moves only when it is advanced, also by fractions")
  func moves() {
    #expect(clock.now.timeIntervalSince1970 == 1000)
    clock.advance(by: .milliseconds(1500))
    #expect(clock.now.timeIntervalSince1970 == 1001.5)
  }

  @Test("A sleeper wakes when the clock has reached its time, however far the clock is advanced")
  func order() async {
    var sleepers: [String: Task<Void, Never>] = [:]
    for (name, seconds) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("late", 31)] {
      sleepers[name] = await sleep(name, seconds)
    }
    clock.advance(by: .seconds(10))
    await sleepers["a"]?.value
    #expect(journal.lines == ["a"])
    // Sleepers of one advance are resumed in order, and run in any order.
    clock.advance(by: .seconds(20))
    for name in ["b1", "b2", "c"] { await sleepers[name]?.value }
    #expect(Set(journal.lines.dropFirst()) == ["b1", "b2", "c"])
    clock.advance(by: .seconds(1))
    await sleepers["late"]?.value
    #expect(journal.lines.last == "late")
  }

  @Test("A sleeper does not wake before its time")
  func notEarly() async {
    let sleeper = await sleep("a", 10)
    clock.advance(by: .seconds(9))
    // Only a sleeping task can be cancelled.
    sleeper.cancel()
    await sleeper.value
    #expect(journal.lines == ["a cancelled"])
  }

  @Test("A cancelled sleeper wakes at once, and the others keep sleeping")
  func cancel() async {
    let (one, two) = (await sleep("one", 10), await sleep("two", 10))
    one.cancel()
    await one.value
    #expect(journal.lines == ["one cancelled"])
    clock.advance(by: .seconds(10))
    await two.value
    #expect(journal.lines == ["one cancelled", "two"])
  }

  @Test("A sleeper wakes when its time is reached in several steps, or in an inexact one")
  func steps() async throws {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))
    let sleeps: [(Duration, steps: [Duration])] = [
      (.milliseconds(100), [.milliseconds(50), .milliseconds(50)]),
      (.milliseconds(700), [.seconds(0.7)]),
    ]
    for (duration, steps) in sleeps {
      let sleeper = Task.immediate { try await clock.sleep(for: duration) }
      await clock.sleeper(until: clock.now + duration / .seconds(1))
      for step in steps { clock.advance(by: step) }
      // Only a sleeping task can be cancelled.
      sleeper.cancel()
      try await sleeper.value
    }
  }

  @Test("A sleeper that wakes at another time is not the one that a test waits for")
  func otherSleeper() async {
    let late = await sleep("late", 10)
    let waiting = Task.immediate {
      await clock.sleeper(until: clock.now + 5)
      journal.write("found")
    }
    journal.write("waiting")
    let soon = await sleep("soon", 5)
    await waiting.value
    #expect(journal.lines == ["waiting", "found"])
    clock.advance(by: .seconds(10))
    for sleeper in [late, soon] { await sleeper.value }
  }

  @Test("Waiting for a sleeper ends when the waiting task is cancelled")
  func cancelledWait() async {
    let waiting = Task.immediate { await clock.sleeper(until: clock.now + 1) }
    waiting.cancel()
    await waiting.value
  }

  @Test("A wait for a sleeper that never comes is an issue")
  func neverSleeps() async {
    await withKnownIssue {
      await clock.sleeper(until: clock.now + 5, patience: .milliseconds(1))
    } matching: { issue in
      issue.comments.contains { $0.rawValue.hasPrefix("No task sleeps until ") }
    }
  }

  @Test("A hasty clock is advanced by fractions, too")
  func hasty() {
    let clock = HastyClock()
    let start = clock.now
    clock.advance(by: .milliseconds(1500))
    #expect(clock.now == start + 1.5)
  }

  @Test("A hasty clock does not go back for a sleep that is over before it begins")
  func hastyPast() async throws {
    let clock = HastyClock()
    let start = clock.now
    try await clock.sleep(for: .seconds(-60))
    #expect(clock.now == start)
    #expect(clock.sleeps == [.seconds(-60)])
  }

  @Test("A screen that sleeps on the context's clock goes on when the test moves the clock")
  func inAnApp() async {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    await withApp({ session(.test(clock: clock)) }) { app in
      let tapped = Task { await app.tap("wait") }
      await clock.sleeper(until: Date(timeIntervalSince1970: 5))
      clock.advance(by: .seconds(5))
      await tapped.value
      #expect(app.title == "Over")
    }
  }

  @Test("A crawl of a screen that sleeps goes on by itself with a hasty clock")
  func inACrawl() async throws {
    let map = try await Crawler { session(.test(clock: HastyClock())) }.crawl()
    #expect(map.paths == [[]])
    #expect(map.deadEnds.isEmpty)
  }

  @Test("A crawl of a screen with a timer on a hasty clock ends: others get the main actor, too")
  func timerInACrawl() async throws {
    let map = try await Crawler { [journal] in
      .solo(context: .test(clock: HastyClock())) { tab in
        let screen = ListScreen("Time", actions: .named("wait"))
        screen.onPerform = { _, _ in await journal.written("tick") }
        screen.subscriptions = [
          .timer("seconds", every: .seconds(1), on: tab.context.clock) { journal.write("tick") }
        ]
        tab.push(screen)
      }
    }.crawl()
    #expect(map.paths == [[]])
    #expect(journal.lines.contains("tick"))
  }

  @Test("A crawl of an action that sleeps again and again on a hasty clock ends with a problem")
  func endlessInACrawl() async {
    var crawler = Crawler {
      .solo(context: .test(clock: HastyClock())) { tab in
        let screen = ListScreen("Asks", actions: .named("ask"))
        screen.onPerform = { [clock = tab.context.clock] _, _ in
          // No loop takes a processor from the other tests.
          while (try? await clock.sleep(for: .seconds(60))) != nil {
            try? await Task.sleep(for: .milliseconds(1))
          }
        }
        tab.push(screen)
      }
    }
    crawler.patience = .seconds(3)
    let problem = await #expect(throws: Crawler.Problem.self) { _ = try await crawler.crawl() }
    #expect(problem?.description.hasSuffix(", after: ask") == true)
  }

  /// An app whose only action sleeps for five seconds.
  private func session(_ context: AppContext) -> AppSession {
    .solo(context: context) { tab in
      let screen = ListScreen("Pause", actions: .named("wait"))
      screen.onPerform = { [weak screen, clock = tab.context.clock] _, _ in
        try? await clock.sleep(for: .seconds(5))
        screen?.content.title = "Over"
      }
      tab.push(screen)
    }
  }
}
