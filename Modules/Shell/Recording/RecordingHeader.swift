import Services
import Core

/// The first line of a session file: the options that affect the screens.
struct RecordingHeader {
  /// The beginning of a session file.
  static let mark = "#!"
  /// The beginning of a recording: there are always options.
  static let beginning = "\(mark) --"

  let options: ShellOptions
  /// The seed for a replay: that of `--seed`, or of a session in memory; nil without one.
  let seed: UInt64?
  let width: Int
  let layout: WidthClass
  let today: CalendarDate

  /// The line without the link.
  var line: String {
    var words = [Self.mark]
    if let seed { words += ["--seed", String(seed)] }
    words += ["--now", (options.now ?? today).description]
    words += ["--width", String(width), "--layout", layout.rawValue]
    for (name, value) in options.variants.sorted(by: { $0.key < $1.key }) {
      words += ["--variant", "\(name)=\(value)"]
    }
    return words.joined(separator: " ")
  }

  /// The link of the start, or nil.
  var link: String? { options.link?.description }
}
