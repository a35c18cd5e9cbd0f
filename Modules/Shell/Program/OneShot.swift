import Core
import Services

/// Runs the steps of a subcommand, and prints the last screen.
@MainActor struct OneShot {
  /// Why a subcommand ended early.
  private enum Stop: Error {
    /// The message for the user.
    case message(String)
    /// The rows that the words could mean, and why none is chosen, in a sentence.
    case ambiguous([Row], why: String)
    /// A signal ended the run, or the output is closed.
    case ended
  }

  /// The largest number of times that more of a list is loaded.
  private static let maximumLoads = 500

  let shell: ShellSession
  /// The program's name.
  let name: String

  private var session: AppSession { shell.app.session }

  private var messages: JobMessages {
    JobMessages(printer: shell.printer, name: name, isJSON: shell.format.isJSON)
  }

  /// Runs the steps and returns the exit status. After the user's session has expired, a command that
  /// changes data runs none, because it would change the guest's.
  func run(_ command: AppCommand, _ arguments: AppCommand.Arguments) async -> Int32 {
    let steps = command.steps(arguments.subject, arguments.value)
    let changesData = steps.contains(where: \.changesData)
    let report = await shell.launch(link: nil)
    do throws(Stop) {
      if shell.app.hadExpiredSession, shell.canContinue, changesData {
        throw .message((report.notes + ["Nothing was changed."]).joined(separator: " "))
      }
      report.notes.forEach(messages.note)
      for (index, step) in steps.enumerated() {
        let isLost = !shell.canContinue && steps[index...].contains(where: \.changesData)
        if isLost, shell.statusOfOutput == 0 { throw .message("Stopped: the output was closed.") }
        try await run(step, of: command, arguments.subject)
      }
      guard shell.canContinue else { throw .ended }
      show()
      for step in steps {
        if let note = note(after: step) { messages.note(note) }
      }
      if let note = await shell.quitAtEndOfInput() { throw .message(note) }
      return shell.interruption ?? shell.statusOfOutput
    } catch {
      if case .ended = error { return shell.interruption ?? shell.statusOfOutput }
      // A signal has removed the screens: what they lack isn't an answer.
      if shell.interruption == nil { tell(error, changesData: changesData) }
      return shell.interruption ?? ExitStatus.failure
    }
  }

  /// Runs one step.
  private func run(
    _ step: AppCommand.Step, of command: AppCommand, _ typed: String
  ) async throws(Stop) {
    guard shell.canContinue else { throw .ended }
    switch step {
    case .open(let text):
      let message = command.tooLongMessage(for: typed, in: text)
      try await awaited { () async throws(Stop) in try await open(text, ifTooLong: message) }
    case .choose(let choice):
      try await awaited { () async throws(Stop) in try await choose(choice) }
    case .type(let line): try await type(line)
    case .requireRows: if rows.isEmpty { throw .message(emptiness) }
    case .stop(let action, let message):
      if content?.action(action) != nil { throw .message(message) }
    case .requireAction(let action, let message):
      if content?.action(action) == nil { throw .message(content?.status.problem ?? message) }
    case .requireContent:
      if case .empty(let message)? = content?.status { throw .message(message) }
      // A list that is offline may have rows, such as the user's own.
      if rows.isEmpty, let problem = content?.status.problem { throw .message(problem) }
    case .loadAll: try await awaited(loadAll)
    case .note: break
    }
  }

  /// Shows on a terminal what is waited for.
  private func awaited(_ work: () async throws(Stop) -> Void) async throws(Stop) {
    shell.waitingLine?.begin(session.snapshots, waitsForAll: true)
    defer { shell.waitingLine?.end() }
    try await work()
  }

  /// Loads the rest of the list, up to a limit; after a failure, prints the screen with what was
  /// loaded.
  private func loadAll() async throws(Stop) {
    for _ in 0..<Self.maximumLoads {
      let before = session.cachedSnapshot.panes.last?.content
      guard before?.action(ListPaging.more)?.isEnabled == true else { return }
      guard shell.canContinue else { throw .ended }
      await session.perform(ListPaging.more)
      await session.settleAll()
      let after = session.cachedSnapshot.panes.last?.content
      // A page of unreadable rows adds none, and isn't a failure.
      if after?.rowCount == before?.rowCount, let problem = after?.problem {
        shell.waitingLine?.end()
        show()
        throw .message(problem)
      }
    }
  }

  /// Returns the note about a list that has more rows than it shows, or nil.
  private func note(after step: AppCommand.Step) -> String? {
    guard hasMore else { return nil }
    let shown = "Only the first \(rows.count) rows are shown."
    switch step {
    case .loadAll: return shown
    case .note(let advice): return "\(shown) \(advice)"
    default: return nil
    }
  }

  /// Opens a link.
  ///
  /// - Parameter message: replaces the link's own message if the words in it are too many.
  private func open(_ text: String, ifTooLong message: String?) async throws(Stop) {
    let link: DeepLink
    do throws(DeepLink.Problem) { link = try DeepLink(text) } catch {
      throw .message(message ?? error.message(example: shell.lineContext.linkExample))
    }
    let answer = await shell.app.open(link)
    await session.settleAll()
    switch answer {
    case .shown:
      if let failure = content?.failure { throw .message(failure) }
    case .refused(let why):
      if case .place = why, let message { throw .message(message) }
      throw .message(why.message(for: link))
    case .waiting, .blocked: throw .message(unanswered)
    }
  }

  private func choose(_ choice: RowChoice) async throws(Stop) {
    if !rows.isEmpty, let why = correction(choice) { throw .ambiguous(rows, why: why) }
    switch choice.answer(rows, isWhole: !hasMore) {
    case .none: throw .message(choice.missing ?? emptiness)
    case .refused(let why): throw .message(why)
    case .ambiguous(let rows):
      let count = hasMore ? "More than \(rows.count)" : "\(rows.count)"
      let matches = rows.count == 1 ? "match" : "matches"
      throw .ambiguous(rows, why: "\(count) \(matches) for \(choice.words.quoted).")
    case .row(let row):
      let before = place
      guard case .performed = await session.perform(.select, .row(row.id)) else {
        throw .message("\(row.title.quoted) can't be opened.")
      }
      await session.settleAll()
      if place == before { throw .message("\(row.title.quoted) can't be opened.") }
      if content?.showsNothing == true, let failure = content?.failure { throw .message(failure) }
    }
  }

  /// Returns the screen's text about the words that it has corrected, or nil.
  private func correction(_ choice: RowChoice) -> String? {
    let section = content?.sections.first { $0.id == choice.correction }
    if case .text(let text)? = section?.body { return text }
    return nil
  }

  private func type(_ line: String) async throws(Stop) {
    let before = place
    let report = await shell.run(line)
    report.notes.forEach(messages.note)
    if let failure = report.failure { throw .message(failure) }
    // A flow in the way, such as signing in, needs a user.
    if place != before { throw .message(unanswered) }
  }

  /// Says why the subcommand ended early.
  ///
  /// - Parameter changesData: whether the subcommand would have changed data.
  private func tell(_ stop: Stop, changesData: Bool) {
    switch stop {
    case .ended: break
    case .message(let text):
      tellNews()
      messages.fail(text)
    case .ambiguous(let rows, let why):
      let outcome = changesData ? " Nothing was changed." : ""
      tell(.message("\(why)\(outcome) Name one:"), changesData: changesData)
      if shell.format.isJSON { show() }
      for line in TwoColumns.lines(rows.map { ($0.id.rawValue.plain, $0.summary) }) {
        shell.printer.report(line)
      }
    }
  }

  /// Says what has happened in the background meanwhile.
  private func tellNews() { shell.runner.takeNews().forEach(messages.note) }

  private func show() {
    tellNews()
    shell.printer.print(
      shell.format.words(for: CommandReport(showsScreen: true), line: nil, of: session))
  }

  // MARK: The screen

  private var content: ScreenContent? { session.snapshot.panes.last?.content }

  private var rows: [Row] { content?.rows ?? [] }

  /// Whether the list has more rows than it has loaded.
  private var hasMore: Bool {
    content?.actions.contains { ListPaging.loadsMore($0.id) } == true
  }

  /// The kinds of the visible screens, and the number of layers.
  private var place: String {
    let snapshot = session.snapshot
    return snapshot.panes.map(\.kind.rawValue).joined(separator: "+") + " \(snapshot.layers)"
  }

  private var emptiness: String {
    if case .empty(let message)? = content?.status { return message }
    return content?.status.problem ?? "Nothing was found."
  }

  private var unanswered: String {
    "Answer this in the app first: \(content?.title ?? ""). Nothing was changed."
  }
}

extension Row {
  /// The row in one line.
  fileprivate var summary: String {
    [title, detail, badge].compactMap { $0?.plain }.filter { !$0.isEmpty }
      .joined(separator: " · ")
  }
}
