import Files
import Synchronization
import Testing

@testable import Shell

@Suite("The progress of a transfer in one line")
@MainActor struct TransferMeterTests {
  /// The line some seconds after the step began with nothing done.
  private func text(_ progress: TransferProgress, seconds: Double, columns: Int) -> String {
    let first = TransferProgress(step: progress.step, done: 0, total: progress.total)
    let pace = TransferPace(progress, since: first, seconds: seconds)
    return TransferMeter.line(progress, pace, columns: columns)
  }

  @Test("The bar shows progress, speed and remaining time, and fits the line")
  func bar() {
    let progress = TransferProgress(step: "Reading\u{1B}", done: 1, total: 4, count: 10)
    #expect(
      text(progress, seconds: 5, columns: 99)
        == "Reading\u{FFFD} · ███░░░░░░░░░ 25% · 10 · 2 a second · 15 s left")
    #expect(text(progress, seconds: 0, columns: 12).displayWidth <= 12)
  }

  @Test(
    "A narrow terminal drops the bar first, then the speed, and keeps the numbers",
    arguments: [
      (65, "Reading records · ███░░░░░░░░░ 25% · 12 · 2 a second · 15 s left"),
      (63, "Reading records · 25% · 12 · 2 a second · 15 s left"),
      (50, "Reading records · 25% · 12 · 15 s left"),
      (37, "Reading recor… · 25% · 12 · 15 s left"),
      (29, "Readi… · 25% · 12 · 15 s left"), (27, "25% · 12 · 15 s left"),
      (11, "25% · 12 ·…"),
    ])
  func narrowBar(columns: Int, line: String) {
    let progress = TransferProgress(step: "Reading records", done: 1, total: 4, count: 12)
    #expect(text(progress, seconds: 5, columns: columns) == line)
    #expect(line.displayWidth <= columns)
  }

  @Test("The bar fits a terminal that is narrowed while it is shown")
  func narrowed() {
    let output = MemorySink()
    var columns = 80
    let meter = TransferMeter(columns: { columns }, print: { try? output.write($0) })
    meter.note(TransferProgress(step: "Reading records", done: 1, total: 4, count: 12))
    meter.draw()
    columns = 30
    meter.draw()
    let lines = output.text.replacing("\u{1B}[K", with: "").split(separator: "\r")
    #expect(lines.count == 2 && lines[0].contains("░"))
    #expect(lines.last.map { String($0).displayWidth < 30 } == true)
  }

  @Test("The meter shows the speed since the first progress of the step")
  func speed() {
    let (output, start) = (MemorySink(), ContinuousClock.now)
    let passed = Mutex(0)
    let meter = TransferMeter(
      columns: { 99 }, now: { start + .seconds(passed.withLock(\.self)) },
      print: { try? output.write($0) })
    meter.note(TransferProgress(step: "Reading", done: 0, total: 4))
    passed.withLock { $0 = 5 }
    meter.note(TransferProgress(step: "Reading", done: 1, total: 4, count: 10))
    meter.draw()
    #expect(output.text.contains("10 · 2 a second · 15 s left"))
  }

  @Test("A long step without a known total is shortened")
  func narrowStep() {
    let counting = TransferProgress(step: "Counting records", done: 0)
    #expect(text(counting, seconds: 0, columns: 16) == "Counting records")
    #expect(text(counting, seconds: 0, columns: 10) == "Counting …")
    let slow = TransferProgress(step: "Counting records", done: 9, count: 9)
    #expect(text(slow, seconds: 3, columns: 20) == "Counting records · 9")
  }
}
