import Core
import Services
import Foundation
import TestKit
import Testing

@Suite("The manual clock")
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

  @Test("Sleepers wake in the order of their times, however far the clock is advanced")
  func order() async {
    var sleepers: [String: Task<Void, Never>] = [:]
    for (name, seconds) in [("c", 30), ("a", 10), ("b1", 20), ("b2", 20), ("late", 31)] {
      sleepers[name] = await sleep(name, seconds)
    }
    clock.advance(by: .seconds(10))
    await sleepers["a"]?.value
    #expect(journal.lines == ["a"])
    // Sleepers with the same time wake at once, in any order.
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

  @Test("A screen that sleeps on the context's clock goes on when the test moves the clock")
  func inAnApp() async {
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    await withApp({ session(.test(clock: clock)) }) { app in
      let tapped = Task.immediate { await app.tap("wait") }
      await clock.sleeper(until: Date(timeIntervalSince1970: 5))
      clock.advance(by: .seconds(5))
      await tapped.value
      #expect(app.title == "Over")
    }
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
