import Core
import Files
import Services
import Testing

@Suite("The speed of a transfer")
struct PaceTests {
  /// The pace at the end of some progress, each with its second.
  private func pace(_ all: [(TransferProgress, second: Double)]) -> TransferPace? {
    var measured: MeasuredProgress?
    for (progress, second) in all {
      measured = MeasuredProgress(progress, after: measured, seconds: second)
    }
    return all.last.flatMap { measured?.pace(seconds: $0.second) }
  }

  @Test("Speed and remaining time are computed from the progress")
  func computed() {
    let first = TransferProgress(step: "", done: 0, total: 1000)
    let pace = TransferPace(
      TransferProgress(step: "", done: 250, total: 1000, count: 100), since: first, seconds: 5)
    #expect(pace.fraction == 0.25 && pace.rate == 20 && pace.secondsLeft == 15)
    let slow = TransferPace(
      TransferProgress(step: "", done: 50, total: 1000, count: 4), since: first, seconds: 5)
    #expect(slow.rate == nil && slow.secondsLeft == 95)
  }

  @Test(
    "The remaining time is in seconds, minutes or hours",
    arguments: [
      (59, "59 s left"), (60, "1 min 0 s left"), (3599, "59 min 59 s left"),
      (3600, "1 h 0 min left"), (7380, "2 h 3 min left"),
    ])
  func words(seconds: Int, text: String) {
    // One a second, since 10,000 seconds.
    let (first, seen) = (TransferProgress(step: "", done: 0), 10_000)
    let progress = TransferProgress(step: "", done: seen, total: seen + seconds)
    #expect(TransferPace(progress, since: first, seconds: Double(seen)).timeLeft == text)
  }

  @Test("The time left of a later step does not count the steps before")
  func laterStep() {
    let pace = pace([
      (TransferProgress(step: "Reading", done: 0, total: 9000), 0),
      (TransferProgress(step: "Reading", done: 8900, total: 9000, count: 700), 1000),
      (TransferProgress(step: "Indexing", done: 0, total: 80, count: 700), 1001),
      (TransferProgress(step: "Indexing", done: 20, total: 80, count: 700), 1011),
    ])
    #expect(pace?.fraction == 0.25 && pace?.rate == nil && pace?.secondsLeft == 30)
  }

  @Test("A resumed transfer's speed does not count what an earlier run did")
  func resumed() {
    let pace = pace([
      (TransferProgress(step: "Reading", done: 600, total: 1000, count: 5000), 2),
      (TransferProgress(step: "Reading", done: 700, total: 1000, count: 5030), 12),
    ])
    #expect(pace?.fraction == 0.7 && pace?.rate == 3 && pace?.secondsLeft == 30)
  }

  @Test("The progress of an empty file is 1, and it is unknown without a total")
  func part() {
    let progress = { (total: Int?) in TransferProgress(step: "", done: 1, total: total).fraction }
    #expect(progress(4) == 0.25 && progress(0) == 1 && progress(nil) == nil)
  }

  @Test(
    "An unknown total gives no remaining time",
    arguments: [(0, nil), (0, 0), (-5, 10), (50, 10), (1, 1_000_000_000)] as [(Int, Int?)])
  func unknown(_ done: Int, _ total: Int?) {
    let progress = TransferProgress(step: "", done: done, total: total)
    let before = TransferProgress(step: "", done: 0, total: total)
    let first = TransferPace(progress, since: before, seconds: 0)
    #expect(first.rate == nil && first.secondsLeft == nil)
    let later = TransferPace(progress, since: before, seconds: 2)
    #expect(later.fraction.map { (0...1).contains($0) } ?? (total == nil))
    #expect(later.secondsLeft.map { $0 >= 0 } ?? true)
  }
}
