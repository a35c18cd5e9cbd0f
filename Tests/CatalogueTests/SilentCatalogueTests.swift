import Foundation
import Synchronization
import TestKit
import Testing

@testable import Catalogue

@Suite("A remote catalogue that does not answer at all")
struct SilentCatalogueTests {
  private let remote = Answers("remote")
  private let changes = Changes()
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
  private let catalogue: FallbackCatalogue

  init() {
    let patience: @Sendable () async throws -> Void = { [clock] in
      try await clock.sleep(for: .seconds(1))
    }
    catalogue = FallbackCatalogue(
      remote: remote, local: Answers("local"), patience: patience
    ) { [changes] in changes.add($0) }
  }

  /// Lets the service time out once, and then hang.
  private func timeOut() async throws {
    remote.fail(.timedOut)
    #expect(try await catalogue.featured().origin == .standIn(because: .timedOut))
    remote.fail(nil)
    remote.hang(.max)
  }

  /// Searches, and lets the second pass in which the service may answer.
  ///
  /// - Parameter action: happens at the end of the second.
  private func search(
    _ action: @Sendable () -> Void = {}
  ) async throws -> Page<CatalogueBook> {
    async let page = catalogue.search(BookQuery(), offset: 0, limit: 1)
    await clock.sleeper(until: clock.now + 1)
    action()
    clock.advance(by: .seconds(1))
    return try await page
  }

  @Test(
    "Once the remote catalogue is away, the local one answers after a second, with the same reason")
  func away() async throws {
    try await timeOut()
    let answer = try await search()
    #expect(answer.items.map(\.title) == ["local"])
    #expect(answer.origin == .standIn(because: .timedOut))
    #expect(changes.all == [.away(.timedOut)] && catalogue.isAway)
  }

  @Test("The reason is that of the last failure")
  func lastReason() async throws {
    try await timeOut()
    remote.fail(.unavailable(status: 503))
    _ = try await catalogue.featured()
    remote.fail(nil)
    #expect(try await search().origin == .standIn(because: .unavailable(status: 503)))
    #expect(changes.all == [.away(.timedOut)])
  }

  @Test("After the second a stored answer is given, with the reason, and that nothing came is told")
  func stored() async throws {
    let stored = Answers("stored")
    stored.answerWith(.earlier(seconds: 60, because: nil))
    let remote = Answers("remote", earlier: stored)
    let unanswered = Mutex(0)
    let catalogue = FallbackCatalogue(
      remote: remote, local: Answers("local"),
      patience: { [clock] in try await clock.sleep(for: .seconds(1)) },
      onUnanswered: { unanswered.withLock { $0 += 1 } })
    remote.fail(.timedOut)
    _ = try await catalogue.featured()
    remote.fail(nil)
    remote.hang(.max)
    #expect(unanswered.withLock(\.self) == 0)
    async let page = catalogue.search(BookQuery(), offset: 0, limit: 1)
    await clock.sleeper(until: clock.now + 1)
    clock.advance(by: .seconds(1))
    let answer = try await page
    #expect(answer.items.map(\.title) == ["stored"])
    #expect(answer.origin == .earlier(seconds: 60, because: .timedOut))
    #expect(unanswered.withLock(\.self) == 1)
  }

  @Test("An answer within the second is taken, and shows that it is back")
  func back() async throws {
    try await timeOut()
    remote.hang(0)
    let page = try await catalogue.search(BookQuery(), offset: 0, limit: 1)
    #expect(page.items.map(\.title) == ["remote"])
    #expect(changes.all == [.away(.timedOut), .back])
    #expect(clock.sleeperCount == 0)
  }

  @Test("If the remote catalogue returns within the second, it is asked once more, without a limit")
  func returnsMeanwhile() async throws {
    try await timeOut()
    remote.hang(1)
    let answer = try await search { [catalogue] in catalogue.noteReturn() }
    #expect(answer.items.map(\.title) == ["remote"] && answer.origin == .catalogue)
    #expect(changes.all == [.away(.timedOut), .back])
  }

  @Test("A cancelled question ends at once")
  func cancelled() async throws {
    try await timeOut()
    await withTaskGroup(of: Void.self) { group in
      group.addTask {
        await #expect(throws: CatalogueError.cancelled) {
          try await catalogue.search(BookQuery(), offset: 0, limit: 1)
        }
      }
      await clock.sleeper(until: clock.now + 1)
      group.cancelAll()
    }
    #expect(clock.sleeperCount == 0)
  }
}
