import Files
import Foundation
import TestKit
import Testing

@Suite("Work that reports its progress")
@MainActor struct ReportingWorkTests {
  /// The amounts that were shown.
  @MainActor private final class Shown {
    var amounts: [Int] = []
  }

  @Test("Work runs off the main actor, its newest progress is shown, and its value is returned")
  func value() async throws {
    let shown = Shown()
    let isOnMainActor = try await ReportingWork().run { report throws(TransferError) in
      for done in 1...3 { report(TransferProgress(step: "", done: done)) }
      return MainActorProbe.isOnMainActor
    } follow: { progress in
      shown.amounts.append(progress.done)
    }
    #expect(!isOnMainActor && shown.amounts.last == 3)
  }

  @Test("Work that fails ends with its error")
  func failure() async {
    await #expect(throws: TransferError.format("no toys")) {
      try await ReportingWork().run { _ throws(TransferError) in
        throw TransferError.format("no toys")
      } follow: { _ in
      }
    }
  }

  @Test("Cancelled work ends, and shows no further progress", .timeLimit(.minutes(60)))
  func cancelled() async {
    let (work, shown) = (ReportingWork(), Shown())
    let clock = ManualClock(now: Date(timeIntervalSince1970: 0))
    await #expect(throws: TransferError.cancelled) {
      try await work.run { report throws(TransferError) in
        report(TransferProgress(step: "", done: 1))
        do { try await clock.sleep(for: .seconds(1)) } catch {
          report(TransferProgress(step: "", done: 2))
          throw TransferError.cancelled
        }
      } follow: { progress in
        shown.amounts.append(progress.done)
        work.cancel()
      }
    }
    #expect(shown.amounts == [1])
  }
}
