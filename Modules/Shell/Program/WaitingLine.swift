import Core
import Dispatch

/// Shows the progress of a long command, on a line that is erased before other output.
@MainActor final class WaitingLine {
  /// The delay before the line appears.
  private static let patience = DispatchTimeInterval.milliseconds(200)
  /// The time between two drawings at least.
  private static let interval = DispatchTimeInterval.milliseconds(100)
  /// The wait in seconds after which the line shows its duration.
  private static let longWait = 2

  private let print: @MainActor (String) -> Void
  private let columns: () -> Int
  private var watching: Task<Void, Never>?
  private var refresh: Refresh?
  private var ticking: (any DispatchSourceTimer)?
  private let now: () -> ContinuousClock.Instant
  private var begun: ContinuousClock.Instant
  private var drawn: String?
  private var onAppearance: (() -> Void)?

  init(
    columns: @escaping () -> Int, now: @escaping () -> ContinuousClock.Instant = { .now },
    print: @escaping @MainActor (String) -> Void
  ) {
    self.columns = columns
    self.now = now
    self.print = print
    begun = now()
  }

  /// Begins to watch what the app shows, until ``end()``.
  ///
  /// - Parameters:
  ///   - waitsForAll: whether background work is waited for, too.
  ///   - onAppearance: is called when the line appears.
  func begin(
    _ snapshots: Snapshots, waitsForAll: Bool = false, onAppearance: (() -> Void)? = nil
  ) {
    self.onAppearance = onAppearance
    begun = now()
    var latest: Snapshot?
    let refresh = Refresh(after: Self.patience, every: Self.interval) { [weak self] in
      if let latest, latest.isBusy || waitsForAll { self?.draw(latest) }
    }
    self.refresh = refresh
    // The duration changes even if no screen does.
    let ticking = DispatchSource.makeTimerSource(queue: .main)
    ticking.setEventHandler { @Sendable in refresh.request() }
    ticking.schedule(deadline: .now() + .seconds(Self.longWait), repeating: .seconds(1))
    ticking.resume()
    self.ticking = ticking
    watching = Task {
      for await snapshot in snapshots {
        latest = snapshot
        refresh.request()
      }
    }
  }

  /// Draws the line, if its text has changed.
  func draw(_ snapshot: Snapshot) {
    let seconds = Int((now() - begun) / .seconds(1))
    let text = Self.text(for: snapshot, seconds: seconds, columns: columns() - 1)
    guard text != drawn else { return }
    // Carriage return, the text, then erase the rest of the line (ECMA-48, EL).
    print("\r\(text)\u{1B}[K")
    drawn = text
    onAppearance?()
    onAppearance = nil
  }

  /// Erases the line before other output. It is drawn again with the next progress.
  func erase() {
    if drawn != nil { print("\r\u{1B}[K") }
    drawn = nil
  }

  /// Stops watching and wipes the line.
  ///
  /// - Returns: whether the line was there.
  @discardableResult
  func end() -> Bool {
    watching?.cancel()
    watching = nil
    refresh?.end()
    refresh = nil
    ticking?.cancel()
    ticking = nil
    onAppearance = nil
    defer { erase() }
    return drawn != nil
  }

  /// Returns the progress that a screen shows, else what is waited for and for how long. If progress is too long, the
  /// speed is left out first, then the hint about cancelling; after that the name is shortened, because the numbers
  /// say more.
  static func text(for snapshot: Snapshot, seconds: Int = 0, columns: Int) -> String {
    for pane in snapshot.panes.reversed() {
      guard case .loading(let progress?) = pane.content.status else { continue }
      return text(for: progress, columns: columns)
    }
    let rest = (seconds < longWait ? "… " : ", \(seconds) s ") + hint
    let name = name(of: snapshot).truncated(to: max(1, columns - rest.displayWidth))
    return (name + rest).truncated(to: columns)
  }

  /// Returns the name of what is waited for.
  private static func name(of snapshot: Snapshot) -> String {
    if snapshot.panes.isEmpty { return "Starting" }
    let loading = snapshot.panes.last { pane in
      if case .loading = pane.content.status { true } else { false }
    }
    return loading.map { "Loading \($0.content.title.plain)" } ?? "Working"
  }

  private static let hint = "(Ctrl-C cancels)"

  private static func text(for progress: LoadingProgress, columns: Int) -> String {
    let percent = progress.percentText
    let details = progress.detail?.plain.split(separator: ", ").map(String.init) ?? []
    let numbers = ([percent] + details).joined(separator: ", ")
    // A detail of three parts is amount, speed and remaining time (`LoadingProgress`).
    let few = details.count == 3 ? [details[0], details[2]] : details
    let fewer = ([percent] + few).joined(separator: ", ")
    let label = progress.label.map { "\($0.plain) " } ?? ""
    for text in ["\(numbers) \(hint)", "\(fewer) \(hint)", fewer] {
      let line = "… \(label)\(text)"
      if line.displayWidth <= columns { return line }
    }
    // A name shortened to less than four letters is useless.
    let room = columns - "…  \(fewer)".displayWidth
    let name = room > 4 && !label.isEmpty ? "\(String(label.dropLast()).truncated(to: room)) " : ""
    return "… \(name)\(fewer)".truncated(to: columns)
  }
}
