import Files
import Services
import Core
import Foundation

/// Renders output as one JSON object per line with sorted keys; `Docs/json.md` describes them.
struct JSONRenderer: Sendable {
  /// The schema version; it increases when a key is removed or changes its meaning.
  static let schema = 1

  private struct Screen: Encodable {
    let schema = JSONRenderer.schema
    let type = "screen"
    let trail: [String]
    let panes: [Snapshot.Pane]
    let tabs: [Snapshot.Tab]
    let layers: Int
  }

  private struct Answer: Encodable {
    let schema = JSONRenderer.schema
    let type = "answer"
    let lines: [String]
  }

  private struct Message: Encodable {
    let schema = JSONRenderer.schema
    let type: String
    let line: Int?
    let text: String
  }

  private struct Report: Encodable {
    let schema = JSONRenderer.schema
    let type = "report"
    let command: String
    let isDryRun: Bool
    let report: TransferReport
  }

  /// Renders the report of a transfer.
  func report(_ report: TransferReport, of command: String, isDryRun: Bool) -> String {
    encoded(Report(command: command, isDryRun: isDryRun, report: report))
  }

  /// Renders the visible screens and the titles of the screens below.
  func screen(_ snapshot: Snapshot, trail: [String]) -> String {
    encoded(
      Screen(trail: trail, panes: snapshot.panes, tabs: snapshot.tabs, layers: snapshot.layers))
  }

  /// Renders the lines of an answer.
  func answer(_ lines: [String]) -> String {
    encoded(Answer(lines: lines))
  }

  /// Renders the reason why a command failed, with the number of its line.
  func problem(_ text: String, line: Int?) -> String {
    encoded(Message(type: "problem", line: line, text: text))
  }

  /// Renders a message that is not on the screen.
  func note(_ text: String, line: Int?) -> String {
    encoded(Message(type: "note", line: line, text: text))
  }

  private func encoded(_ object: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    guard let data = try? encoder.encode(object) else { return "" }
    return Self.withoutControls(String(decoding: data, as: UTF8.self)) + "\n"
  }

  /// Escapes the control characters that JSON allows unescaped (RFC 8259, 7): DEL, C1 and line
  /// separators.
  private static func withoutControls(_ text: String) -> String {
    let isControl = { (scalar: Unicode.Scalar) in
      (0x7F...0x9F).contains(scalar.value) || scalar == "\u{2028}" || scalar == "\u{2029}"
    }
    guard text.unicodeScalars.contains(where: isControl) else { return text }
    var safe = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      if isControl(scalar) {
        let digits = String(scalar.value, radix: 16)
        let zeros = String(repeating: "0", count: 4 - digits.count)
        safe.append(contentsOf: "\\u\(zeros)\(digits)".unicodeScalars)
      } else {
        safe.append(scalar)
      }
    }
    return String(safe)
  }
}
