import Services
import Core

/// The output of a recording, which can be replaced as a whole.
protocol RecordingSink: ByteSink {
  /// Replaces everything that was written by a text; on failure nothing is left.
  func rewrite(_ text: String) throws(OutputError)
}

/// Writes a session down as a script with what was printed in comments, command by command.
///
/// No secret that was typed in the session stands in it (``KnownSecrets``): a line has a stand-in or is
/// left out, and a screen is left out. A secret may have been typed at the wrong place before it was
/// typed at the right one, so the recording is rewritten before a command with a new secret runs. If
/// the process is killed, the file has none of the secrets typed so far.
@MainActor final class Recorder {
  /// The length from which a line that failed is not worth keeping, in bytes.
  private static let longestFailure = 4096
  /// The size from which a recording could not be replayed.
  private static let limit = SessionFile.limit

  private let sink: any RecordingSink
  private let renderer: TextRenderer
  private let header: (AppSession) -> RecordingHeader
  private var standIns: SecretStandIns
  private var secrets = KnownSecrets()
  private var entries: [RecordedEntry] = []
  /// What stands for a text that was no secret where it was typed.
  private var misplaced = ""
  private var size = 0
  /// Why the recording has ended early, or nil.
  private(set) var failure: OutputError?

  /// Starts a recording; the header is made once the app runs.
  init(
    to sink: any RecordingSink, width: Int, standIns: SecretStandIns,
    header: @escaping (AppSession) -> RecordingHeader
  ) {
    self.sink = sink
    self.standIns = standIns
    self.header = header
    renderer = TextRenderer(width: width)
  }

  /// Writes the header and the first screen.
  func begin(_ report: CommandReport, _ session: AppSession) {
    let header = header(session)
    add(
      RecordedEntry(
        header: header.line, link: header.link, printed: printed(report, session)))
  }

  /// Remembers the secret of a command, before the command runs.
  func learn(_ command: Command) {
    if let secret = command.secret { learn(secret) }
  }

  /// Remembers the secret of a line that was refused.
  func learn(refused line: String, _ problem: CommandProblem, before: Snapshot) {
    guard case .badValue(let label, _) = problem,
      VisibleThings(before).fields.contains(where: {
        $0.thing.kind == .secure && $0.thing.label == label
      })
    else { return }
    learn(Secret(String(line.afterWords(2))))
  }

  /// Remembers a secret, and removes it from what was written before.
  func learn(_ secret: Secret) {
    let standIn = standIns.standIn(for: secret)
    // The stand-in of a recording stays when that recording is recorded again.
    guard standIn != secret.reveal() else { return }
    if misplaced.isEmpty { misplaced = standIn }
    guard secrets.add(secret.reveal()), failure == nil,
      entries.contains(where: { $0.holds(secrets) })
    else { return }
    var hasGap = false
    let text = entries.map { entry in
      defer { hasGap = hasGap || entry.isLeftOut(secrets) }
      return entry.text(without: secrets, standIn: misplaced, afterGap: hasGap)
    }.joined()
    perform { sink throws(OutputError) in try sink.rewrite(text) }
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
    let printed = printed(report, session)
    if let command, let secret = command.secret {
      let text = secret.reveal()
      guard line.hasSuffix(text) else { return leaveOut() }
      let words = line.dropLast(text.count) + standIns.standIn(for: secret)
      add(RecordedEntry(standingIn: String(words), printed: printed))
    } else if command != nil || isWorthKeeping(line, VisibleThings(before)) {
      add(RecordedEntry(line, command, printed: printed))
    } else {
      leaveOut()
    }
  }

  /// Notes that a line was left out.
  func leaveOut() {
    add(RecordedEntry(comment: "# (a line that was refused is left out)"))
  }

  /// Keeps a comment of the person's; the recording's own are made again.
  func pass(_ line: String) {
    let comment = line.drop(while: \.isWhitespace)
    guard comment.first == "#", !comment.hasPrefix("#|"), !comment.hasPrefix("#!") else { return }
    add(RecordedEntry(comment: String(comment)))
  }

  /// Whether a line that was not understood may be kept: no secret was meant by it.
  private func isWorthKeeping(_ line: String, _ things: VisibleThings) -> Bool {
    if things.takesSecrets || line.utf8.count > Self.longestFailure { return false }
    // A form that was thought to be here may be one for passwords.
    let word = line.drop(while: \.isWhitespace).firstWord.word.lowercased()
    return !things.fields.isEmpty || !word.hasSuffix(ShellWord.set.rawValue)
  }

  private func printed(_ report: CommandReport, _ session: AppSession) -> [String] {
    RecordedLines(report, session, renderer).lines
  }

  private func add(_ entry: RecordedEntry) {
    guard failure == nil else { return }
    let hasGap = entry.isLog && entries.contains { $0.isLeftOut(secrets) }
    let text = entry.text(without: secrets, standIn: misplaced, afterGap: hasGap)
    size += text.utf8.count
    guard size <= Self.limit else {
      failure = .closed
      return
    }
    entries.append(entry)
    perform { sink throws(OutputError) in try sink.write(text) }
  }

  private func perform(_ body: (any RecordingSink) throws(OutputError) -> Void) {
    guard failure == nil else { return }
    do throws(OutputError) {
      try body(sink)
    } catch {
      failure = error
    }
  }
}
