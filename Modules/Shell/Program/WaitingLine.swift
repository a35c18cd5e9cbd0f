import Core
import Dispatch

/// Says that something takes a while, on a line that is wiped before anything else is printed.
@MainActor final class WaitingLine {
  /// How long nothing is said.
  private static let patience = DispatchTimeInterval.milliseconds(200)

  private let print: @MainActor (String) -> Void
  private let columns: Int
  private var timer: (any DispatchSourceTimer)?
  private var drawn: String?

  init(columns: Int, print: @escaping @MainActor (String) -> Void) {
    self.columns = columns
    self.print = print
  }

  /// Begins to look, now and then, at what is on screen.
  func begin(_ snapshot: @escaping @MainActor () -> Snapshot) {
    let timer = DispatchSource.makeTimerSource(queue: .main)
    timer.setEventHandler { @Sendable [weak self] in
      MainActor.assumeIsolated { self?.draw(snapshot()) }
    }
    timer.schedule(deadline: .now() + Self.patience, repeating: Self.patience)
    timer.resume()
    self.timer = timer
  }

  /// Draws the line, if it says something else than before.
  func draw(_ snapshot: Snapshot) {
    let text = Self.text(for: snapshot).truncated(to: columns - 1)
    guard text != drawn else { return }
    // Back to the margin, the text, and whatever stood behind it is wiped (ECMA-48, EL).
    print("\r\(text)\u{1B}[K")
    drawn = text
  }

  /// Stops looking and wipes the line.
  func end() {
    timer?.cancel()
    timer = nil
    if drawn != nil { print("\r\u{1B}[K") }
    drawn = nil
  }

  /// What is being done, as far as a screen says so.
  static func text(for snapshot: Snapshot) -> String {
    for pane in snapshot.panes.reversed() {
      guard case .loading(let progress?) = pane.content.status else { continue }
      let percent = "\(Int((progress.fraction * 100).rounded())) %"
      let label = progress.label.map { "\($0.plain) " } ?? ""
      let detail = progress.detail.map { ", \($0.plain)" } ?? ""
      return "… \(label)\(percent)\(detail) (Ctrl-C cancels)"
    }
    return "… (Ctrl-C cancels)"
  }
}
