// Needs: Books

import Catalogue
import Foundation
import Services
import Synchronization
import TestKit
import Testing

@testable import AppComposition

@Suite("Looking for a catalogue that is away", .timeLimit(.minutes(60)))
struct ReturnWatchTests {
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_000_000))

  /// Counts questions, and answers the last of them.
  private final class Service: Sendable {
    let questions = Mutex(0)
    /// The numbers of the questions.
    let asked: AsyncStream<Int>
    private let sink: AsyncStream<Int>.Continuation
    private let answers: Int

    init(answers: Int) {
      self.answers = answers
      (asked, sink) = AsyncStream.makeStream()
    }

    func ask() throws(CatalogueError) {
      let number = questions.withLock { number in
        number += 1
        return number
      }
      sink.yield(number)
      if number < answers { throw .offline }
    }
  }

  @Test(
    "A catalogue that is away is asked after 5, 10, 20, 40 and then each 60 s, until it answers"
  )
  func pace() async {
    let service = Service(answers: 7)
    let watch = ReturnWatch(clock)
    watch.watch { () async throws(CatalogueError) in try service.ask() }
    watch.begin()
    watch.begin()
    for (number, seconds) in [5, 10, 20, 40, 60, 60, 60].enumerated() {
      await wait(steps: seconds / 5) {
        #expect(service.questions.withLock(\.self) == number)
      }
    }
    for await number in service.asked where number == 7 { break }
    #expect(clock.sleeperCount == 0)
  }

  /// Moves the clock by steps of five seconds, each when the watch sleeps.
  private func wait(steps: Int, _ check: () -> Void) async {
    for _ in 0..<steps {
      await clock.sleeper(until: clock.now + 5)
      check()
      clock.advance(by: .seconds(5))
    }
  }

  @Test("In a hurry it asks within five seconds, once, and never more often than that")
  func hurry() async {
    let service = Service(answers: 5)
    let watch = ReturnWatch(clock)
    watch.watch { () async throws(CatalogueError) in try service.ask() }
    watch.begin()
    // After 5, 10, 5 instead of 20, and 40 seconds.
    for (number, steps) in [1, 2, 1, 8].enumerated() {
      if number == 2 {
        await clock.sleeper(until: clock.now + 5)
        for _ in 0..<10 { watch.hurry() }
      }
      await wait(steps: steps) {
        #expect(service.questions.withLock(\.self) == number)
      }
    }
    await clock.sleeper(until: clock.now + 5)
    #expect(service.questions.withLock(\.self) == 4)
    watch.end()
  }

  @Test("After an end it begins again, with five seconds")
  func again() async {
    let service = Service(answers: 9)
    let watch = ReturnWatch(clock)
    watch.watch { () async throws(CatalogueError) in try service.ask() }
    watch.begin()
    await wait(steps: 1) {}
    // It has asked, and waits for ten seconds.
    await clock.sleeper(until: clock.now + 5)
    watch.end()
    #expect(clock.sleeperCount == 0)
    watch.begin()
    await wait(steps: 1) { #expect(service.questions.withLock(\.self) == 1) }
    await clock.sleeper(until: clock.now + 5)
    #expect(service.questions.withLock(\.self) == 2)
    watch.end()
  }

  @Test("A question that is cancelled at the end can use its watch")
  func cancelledQuestion() async {
    let watch = ReturnWatch(clock)
    watch.watch { [clock, weak watch] () async throws(CatalogueError) in
      guard let watch else { return }
      await withTaskCancellationHandler {
        _ = try? await clock.sleep(for: .seconds(60))
      } onCancel: {
        watch.hurry()
      }
      throw .offline
    }
    watch.begin()
    await wait(steps: 1) {}
    await clock.sleeper(until: clock.now + 60)
    watch.end()
    #expect(clock.sleeperCount == 0)
  }

  @Test("The watch for a catalogue's return ends with its owner")
  func ends() async {
    let service = Service(answers: 2)
    var watch: ReturnWatch? = ReturnWatch(clock)
    watch?.watch { () async throws(CatalogueError) in try service.ask() }
    watch?.begin()
    await clock.sleeper(until: clock.now + 5)
    weak let weakWatch = watch
    watch = nil
    #expect(weakWatch == nil)
    #expect(clock.sleeperCount == 0)
  }
}
