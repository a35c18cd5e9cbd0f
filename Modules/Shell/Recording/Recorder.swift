import Core

/// Writes a session down as a script with what was printed in comments, command by command.
@MainActor final class Recorder {
  /// The length from which a line that failed is not worth keeping, in bytes.
  private static let longestFailure = 4096

  private let sink: any ByteSink
  private let renderer: TextRenderer
  private let header: (AppSession) -> String
  private var standIns: SecretStandIns
  /// Why the recording has ended early, or nil.
  private(set) var failure: OutputError?

  /// Starts a recording; the header is made once the app runs.
  init(
    to sink: any ByteSink, width: Int, standIns: SecretStandIns,
    header: @escaping (AppSession) -> String
  ) {
    self.sink = sink
    self.standIns = standIns
    self.header = header
    renderer = TextRenderer(width: width)
  }

  /// Writes the header and the first screen.
  func begin(_ report: CommandReport, _ session: AppSession) {
    write(header(session) + printed(report, session))
  }

  /// Writes a line that was typed, and what came of it.
  ///
  /// - Parameters:
  ///   - command: what the line meant, or nil when it could not be understood.
  ///   - before: what was on screen when the line was typed.
  func add(
    _ line: String, _ command: Command?, _ report: CommandReport, before: Snapshot,
    _ session: AppSession
  ) {
    guard let typed = recorded(line, command, before) else { return leaveOut() }
    write("\(typed)\n" + printed(report, session))
  }

  /// Notes that a line was left out.
  func leaveOut() {
    write("# (a line that was refused is left out)\n")
  }

  /// Keeps a comment of the person's; the recording's own are made anew.
  func pass(_ line: String) {
    let comment = line.drop(while: \.isWhitespace)
    guard comment.first == "#", !comment.hasPrefix("#|"), !comment.hasPrefix("#!") else { return }
    write("\(comment)\n")
  }

  private func recorded(_ line: String, _ command: Command?, _ before: Snapshot) -> String? {
    guard let command else {
      return isSafe(line, VisibleThings(before)) ? line : nil
    }
    guard let secret = command.secret else { return line }
    let text = secret.reveal()
    guard line.hasSuffix(text) else { return nil }
    return line.dropLast(text.count) + standIns.standIn(for: secret)
  }

  /// Whether a line that was not understood may be kept: no secret was meant by it.
  private func isSafe(_ line: String, _ things: VisibleThings) -> Bool {
    if things.takesSecrets || line.utf8.count > Self.longestFailure { return false }
    // A form that was thought to be here may be one for passwords.
    let word = line.drop(while: \.isWhitespace).firstWord.word.lowercased()
    if things.fields.isEmpty, word.hasSuffix(ShellWord.set.rawValue) { return false }
    return !standIns.hasSecret(in: line)
  }

  private func printed(_ report: CommandReport, _ session: AppSession) -> String {
    RecordedLines(report, session, renderer).lines
      .map { $0.isEmpty ? "#|\n" : "#| \($0)\n" }.joined()
  }

  private func write(_ text: String) {
    guard failure == nil else { return }
    do throws(OutputError) {
      try sink.write(text)
    } catch {
      failure = error
    }
  }
}
