import Services
import Core

/// Records a session as a script with the output in comments, command by command.
///
/// The recording contains no secret that was typed in the session (``KnownSecrets``): a line has a
/// stand-in or is left out, and a screen is left out. A secret may have been typed at the wrong
/// prompt earlier, so the recording is rewritten before a command with a new secret runs. If the
/// process is killed, the file has none of the secrets typed so far.
@MainActor final class Recorder {
  /// The length from which a failing line is left out, in bytes.
  private static let maximumFailureLength = 4096
  /// The maximum size of a recording that can be replayed.
  private static let limit = SessionFile.limit

  private let file: RecordingFile
  private let renderer: TextRenderer
  private let header: (AppSession) -> RecordingHeader
  private var standIns: SecretStandIns
  private var secrets = KnownSecrets()
  private var entries: [RecordedEntry] = []
  /// The stand-in for a secret that was typed at the wrong prompt.
  private var misplaced = ""
  private var size = 0
  /// Whether the recording is as long as one that can be replayed; nothing more is added to it.
  private(set) var isFull = false
  /// The error that ended the recording early, or nil.
  private(set) var failure: OutputError?

  /// Starts a recording; the header is written once the app runs.
  init(
    to file: RecordingFile, width: Int, standIns: SecretStandIns,
    header: @escaping (AppSession) -> RecordingHeader
  ) {
    self.file = file
    self.standIns = standIns
    self.header = header
    renderer = TextRenderer(width: width)
  }

  /// Writes the header and the first screen.
  func begin(_ report: CommandReport, _ session: AppSession) {
    let header = header(session)
    add(
      RecordedEntry(header: header.line, link: header.link, output: output(report, session)))
  }

  /// Remembers the secret of a command, before the command runs.
  func learn(_ command: Command) {
    if let secret = command.secret { learn(secret) }
  }

  /// Returns the secret of a refused line, such as one that is too long, or nil.
  static func secret(
    ofRefused line: String, _ problem: CommandProblem, before: Snapshot
  ) -> Secret? {
    let fields = VisibleItems(before).fields
    guard case .badValue(let label, _) = problem,
      fields.contains(where: { $0.thing.kind.isSecret && $0.thing.label == label })
    else { return nil }
    // As for the parser, the longest name counts: a label may have spaces, and its words are not secret.
    let typed = WordMatch.inFull(line.afterWords(1), among: fields, names: \.thing.names)?.rest
    return Secret(String(typed ?? line.afterWords(2)))
  }

  /// Remembers a secret, and removes it from earlier entries.
  func learn(_ secret: Secret) {
    let standIn = standIns.standIn(for: secret)
    // When a recording is recorded again, its stand-ins stay.
    guard standIn != secret.reveal() else { return }
    if misplaced.isEmpty { misplaced = standIn }
    guard secrets.add(secret.reveal()), failure == nil,
      entries.contains(where: { $0.contains(secrets) })
    else { return }
    var hasGap = false
    let text = entries.map { entry in
      defer { hasGap = hasGap || entry.isLeftOut(secrets) }
      return entry.text(without: secrets, standIn: misplaced, afterGap: hasGap)
    }.joined()
    perform { () throws(OutputError) in try file.rewrite(text) }
  }

  /// Writes a typed line and its result.
  ///
  /// - Parameters:
  ///   - command: the parsed command, or nil if the line was invalid.
  ///   - before: the snapshot when the line was typed.
  func add(
    _ line: String, _ command: Command?, _ report: CommandReport, before: Snapshot,
    _ session: AppSession
  ) {
    let output = output(report, session)
    if let command, let secret = command.secret {
      let text = secret.reveal()
      guard line.hasSuffix(text) else { return leaveOut() }
      let words = line.dropLast(text.count) + standIns.standIn(for: secret)
      add(RecordedEntry(standingIn: String(words), output: output))
    } else if command != nil || Self.isWorthKeeping(line, VisibleItems(before)) {
      add(RecordedEntry(line, command, output: output))
    } else {
      leaveOut()
    }
  }

  /// Notes that a line was left out.
  func leaveOut() {
    add(RecordedEntry(comment: "# (a line that was refused is left out)"))
  }

  /// Keeps a user's comment; the recording's own comments are written again.
  func pass(_ line: String) {
    let comment = line.drop(while: \.isWhitespace)
    guard comment.first == "#", !comment.hasPrefix("#|"), !comment.hasPrefix("#!") else { return }
    add(RecordedEntry(comment: String(comment)))
  }

  /// Returns whether an invalid line may be kept, because it can't contain a secret.
  static func isWorthKeeping(_ line: String, _ things: VisibleItems) -> Bool {
    if things.takesSecrets || line.utf8.count > Self.maximumFailureLength { return false }
    // The user may have expected a form for passwords here.
    let word = line.drop(while: \.isWhitespace).firstWord.word.lowercased()
    return !things.fields.isEmpty || !word.hasSuffix(ShellWord.set.rawValue)
  }

  private func output(_ report: CommandReport, _ session: AppSession) -> RecordedEntry.Output {
    let screen = report.showsScreen ? report.after ?? session.snapshot : nil
    return RecordedEntry.Output(
      lines: RecordedLines(report, session, renderer).lines,
      unbroken: screen.map(TextRenderer.unbroken) ?? "")
  }

  private func add(_ entry: RecordedEntry) {
    guard failure == nil, !isFull else { return }
    let hasGap = entry.isLog && entries.contains { $0.isLeftOut(secrets) }
    let text = entry.text(without: secrets, standIn: misplaced, afterGap: hasGap)
    size += text.utf8.count
    // The first entry is the header.
    guard size <= Self.limit, entries.count <= SessionFile.maximumCommands else {
      isFull = true
      return
    }
    entries.append(entry)
    perform { () throws(OutputError) in try file.write(text) }
  }

  private func perform(_ body: () throws(OutputError) -> Void) {
    guard failure == nil else { return }
    do throws(OutputError) { try body() } catch { failure = error }
  }
}
