import Core

/// The first line of a session file: the options that matter for what is shown.
struct RecordingHeader {
  /// What a session file begins with.
  static let mark = "#!"

  let options: ShellOptions
  let width: Int
  let layout: Layout
  let today: CalendarDate

  /// The line, with its end.
  var line: String {
    var words = [Self.mark]
    if let seed = options.seed { words += ["--seed", String(seed)] }
    words += ["--now", (options.now ?? today).description]
    words += ["--width", String(width), "--layout", layout.rawValue]
    for (name, value) in options.variants.sorted(by: { $0.key < $1.key }) {
      words += ["--variant", "\(name)=\(value)"]
    }
    if let link = options.link { words.append(link.description) }
    return words.joined(separator: " ") + "\n"
  }
}
