import Core
import Files
import Services
import Testing

@Suite("The speed of a transfer")
struct PaceTests {
  @Test("Speed and remaining time are computed from the progress")
  func pace() {
    let pace = TransferPace(
      TransferProgress(step: "", done: 250, total: 1000, count: 100), seconds: 5)
    #expect(pace.fraction == 0.25 && pace.rate == 20 && pace.secondsLeft == 15)
    let slow = TransferPace(TransferProgress(step: "", done: 50, total: 1000), seconds: 5)
    #expect(slow.rate == nil && slow.secondsLeft == 95)
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
    let first = TransferPace(progress, seconds: 0)
    #expect(first.rate == nil && first.secondsLeft == nil)
    let later = TransferPace(progress, seconds: 2)
    #expect(later.fraction.map { (0...1).contains($0) } ?? (total == nil))
    #expect(later.secondsLeft.map { $0 >= 0 } ?? true)
  }
}
