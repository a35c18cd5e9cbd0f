import Files
import Services
import Dispatch
import Synchronization

/// Shows the progress of a transfer: on a terminal as a bar that is redrawn, otherwise as a line
/// per step.
@MainActor final class TransferMeter {
  /// The columns of the bar, so that the whole line fits into eighty.
  private static let barWidth = 12
  private static let separator = " · "
  private static let interval = DispatchTimeInterval.milliseconds(100)

  private nonisolated let latest = Mutex<MeasuredProgress?>(nil)
  private let columns: () -> Int?
  private let print: (String) -> Void
  private nonisolated let now: @Sendable () -> ContinuousClock.Instant
  private nonisolated let begun: ContinuousClock.Instant
  private nonisolated let refresh = Mutex<Refresh?>(nil)
  private var drawn: String?
  private var step: String?

  /// Creates a meter.
  ///
  /// - Parameters:
  ///   - columns: returns the columns of the terminal, which may be resized; nil without one.
  ///   - now: the clock.
  ///   - print: prints text to the terminal.
  init(
    columns: @escaping () -> Int?,
    now: @escaping @Sendable () -> ContinuousClock.Instant = { .now },
    print: @escaping (String) -> Void
  ) {
    self.columns = columns
    self.now = now
    self.print = print
    begun = now()
  }

  /// Updates the progress, from any thread.
  nonisolated func note(_ progress: TransferProgress) {
    let seconds = seconds
    latest.withLock { $0 = MeasuredProgress(progress, after: $0, seconds: seconds) }
    refresh.withLock { $0 }?.request()
  }

  /// The seconds since the transfer began.
  private nonisolated var seconds: Double {
    Double(begun.duration(to: now()) / .milliseconds(1)) / 1000
  }

  /// Starts to show the progress.
  func begin() {
    let refresh = Refresh(after: Self.interval, every: Self.interval) { [weak self] in
      self?.draw()
    }
    self.refresh.withLock { $0 = refresh }
  }

  /// Stops, and erases the bar.
  func end() {
    refresh.withLock { refresh in
      defer { refresh = nil }
      return refresh
    }?.end()
    // Without a terminal the last step has its line, however short it was.
    if columns() == nil { draw() }
    if drawn != nil { print("\r\u{1B}[K") }
    drawn = nil
  }

  /// Draws the newest progress, if its text has changed.
  func draw() {
    guard let measured = latest.withLock({ $0 }) else { return }
    let progress = measured.newest
    guard let columns = columns() else {
      if progress.step != step { print("\(progress.step.plain)\n") }
      step = progress.step
      return
    }
    let pace = measured.pace(seconds: seconds)
    let text = Self.line(progress, pace, columns: columns - 1)
    guard text != drawn else { return }
    // Carriage return, the text, then erase the rest of the line (ECMA-48, EL).
    print("\r\(text)\u{1B}[K")
    drawn = text
  }

  /// Returns one line: the step, a bar, the amount, the speed and the remaining time. If it is too
  /// long, the bar is left out first, then the speed; after that the step is shortened, because the
  /// numbers say more.
  static func line(_ progress: TransferProgress, _ pace: TransferPace, columns: Int) -> String {
    let percent = pace.fraction.map { "\(Int($0 * 100))%" }
    let drawn = pace.fraction.flatMap { part in percent.map { "\(bar(part)) \($0)" } }
    let count = progress.count > 0 ? "\(progress.count)" : nil
    let (speed, timeLeft) = (pace.speed, pace.timeLeft)
    let step = progress.step.plain
    let choices = [
      [drawn, count, speed, timeLeft],
      [percent, count, speed, timeLeft],
      [percent, count, timeLeft],
    ].map { $0.compactMap(\.self).joined(separator: separator) }
    for numbers in choices {
      let line = numbers.isEmpty ? step : step + separator + numbers
      if line.displayWidth <= columns { return line }
    }
    let numbers = choices[choices.count - 1]
    let room = columns - separator.displayWidth - numbers.displayWidth
    // A step shortened to less than four letters is useless.
    guard !numbers.isEmpty, room > 4 else {
      return (numbers.isEmpty ? step : numbers).truncated(to: max(1, columns))
    }
    return step.truncated(to: room) + separator + numbers
  }

  private static func bar(_ fraction: Double) -> String {
    let full = Int(fraction * Double(barWidth))
    return String(repeating: "█", count: full) + String(repeating: "░", count: barWidth - full)
  }
}
