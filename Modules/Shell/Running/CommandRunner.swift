import Services
import Core

/// Runs commands on a running app and reports the results.
@MainActor struct CommandRunner {
  /// The app.
  let app: RunningApp
  /// Returns the screens to which an action leads, for `where`.
  let destinations: @MainActor (ScreenKind, Action.ID) -> [String]
  /// Whether a command also waits for background work, as in a script.
  let waitsForAll: Bool
  /// Whether a line that isn't a command is the value of the screen's only field.
  var takesBareValues = false
  /// Whether `help` explains bare values. A recording's does not, because a replay takes none.
  var explainsBareValues = false
  /// The words of the app.
  var shortcuts: [Shortcut] = []
  /// The usages of the program's subcommands of one word, by the word.
  var subcommandUsages: [String: String] = [:]
  /// One of the app's links, for messages and help, or nil.
  var linkExample: String?
  /// Returns the order of day and month in typed dates, or nil if it is unknown.
  var dateOrder: @Sendable () -> DateOrder? = { nil }
  /// Whether the user has cancelled the command that runs.
  var isCancelled: @MainActor () -> Bool = { false }

  private var session: AppSession { app.session }

  /// Starts the app and shows its first screen.
  func launch(link: DeepLink?) async -> CommandReport {
    await app.launch(link: link)
    if waitsForAll { await session.settleAll() }
    app.seenActions.add(session.cachedSnapshot)
    return CommandReport(notes: takeNews(), showsScreen: true)
  }

  /// Runs one command and returns when the app has settled.
  ///
  /// - Parameters:
  ///   - before: the current snapshot.
  ///   - entries: the entries of the panes that the user saw, if they differ from it.
  func run(
    _ command: Command, before: Snapshot, entries: [NavigationTree.EntryID]? = nil
  ) async -> CommandReport {
    var report = await carryOut(command, before, entries ?? before.entries)
    if waitsForAll, !report.ends { await app.session.settleAll() }
    report.notes += takeNews()
    // A notice is about the last command and goes with the next one.
    let after = app.session.cachedSnapshot
    if !command.onlyShows {
      let entry = command.entry(in: entries ?? before.entries)
      app.notices.update(after: change(by: command.action, on: entry, from: before))
    }
    app.seenActions.add(after)
    if report.showsScreen { report.after = app.notices.current(in: after) }
    // The answer to a question that the command to quit has asked.
    if app.session.hasEnded { (report.ends, report.showsScreen) = (true, false) }
    return report
  }

  /// Returns and clears the messages that belong to no screen.
  func takeNews() -> [String] { app.takeNews() }

  /// The context in which a line is read.
  var lineContext: LineContext {
    LineContext(
      today: session.context.clock.today, dateOrder: dateOrder, shortcuts: shortcuts,
      subcommandUsages: subcommandUsages, linkExample: linkExample, seen: app.seenActions,
      takesBareValues: takesBareValues)
  }

  /// Parses a line and runs the command.
  func run(line: String) async -> CommandReport {
    do throws(CommandProblem) {
      let before = session.cachedSnapshot
      let command = try Command.parse(line, in: before, with: lineContext)
      if case .open(let link) = command { app.note(line, for: link) }
      return await run(command, before: before)
    } catch {
      return .problem(error)
    }
  }

  private func carryOut(
    _ command: Command, _ before: Snapshot, _ entries: [NavigationTree.EntryID]
  ) async -> CommandReport {
    switch command {
    case .nothing: return CommandReport()
    case .walk, .scroll: return CommandReport(showsScreen: true)
    case .show:
      _ = await session.otherWindows?.apply()
      return CommandReport(showsScreen: true)
    case .page: return CommandReport(showsScreen: true, isWhole: true)
    case .choose(let row, let pane): return await perform(.select, .row(row), pane, before, entries)
    case .chooseSeveral(let rows, let pane): return await choose(rows, pane, before, entries)
    case .perform(let action, let input, let pane):
      return await perform(action, input, pane, before, entries)
    case .fill(let field, let value, let pane):
      return await perform(.fill, .field(field, value), pane, before, entries)
    case .ask(let action, _):
      let hint = action.input?.placeholderWord ?? ""
      return .problem(.missingInput(action.id.rawValue, hint: hint))
    case .askField(let field, _):
      return .problem(.missingInput("\(ShellWord.set) \(field.id)", hint: "VALUE"))
    case .edit(let field, _): return .problem(.noEditor(field.id.rawValue))
    case .back: return leave(await session.back(), "There is nothing to go back to.", before)
    case .close: return leave(await session.close(), "There is nothing to close here.", before)
    case .home: return await home(before)
    case .tab(let tab): return await select(tab, before)
    case .open(let link): return await open(link, before)
    case .relaunch:
      await app.relaunch()
      return CommandReport(showsScreen: true)
    case .quit:
      var report = leave(await session.quit(), "", before)
      report.ends = report.failure == nil
      report.showsScreen = !report.ends
      return report
    case .help, .whereabouts, .tree, .log, .warnings, .leaks:
      return CommandReport(answer: answer(to: command))
    }
  }

  /// Selects several rows of a screen that stays.
  private func choose(
    _ rows: [Row.ID], _ pane: Int, _ before: Snapshot, _ entries: [NavigationTree.EntryID]
  ) async -> CommandReport {
    var (report, before) = (CommandReport(), before)
    for (number, row) in rows.enumerated() {
      report = await perform(.select, .row(row), pane, before, entries)
      guard report.failure == nil, number < rows.count - 1 else { break }
      report.isCancelled = isCancelled()
      if report.isCancelled { break }
      let after = report.after ?? session.cachedSnapshot
      guard after.entries == before.entries else {
        report.failure = "This opened a screen, so the other rows were not chosen."
        report.isSaidOnScreen = false
        break
      }
      before = after
    }
    return report
  }

  private func perform(
    _ action: Action.ID, _ input: ActionInput, _ pane: Int, _ before: Snapshot,
    _ entries: [NavigationTree.EntryID]
  ) async -> CommandReport {
    let entry = entries.indices.contains(pane) ? entries[pane] : nil
    let failure: String?
    switch await session.perform(action, input, on: entry) {
    case .performed:
      if waitsForAll { await session.settleAll() }
      let isFill = action == .fill
      let change = change(by: isFill ? nil : action, on: isFill ? nil : entry, from: before)
      let detector = FailureDetector(change: change, notices: app.notices)
      failure = detector.failure(of: action, input)
      return CommandReport(
        failure: failure, isSaidOnScreen: true, after: change.after, showsScreen: true)
    case .unknown where action == .select:
      return CommandReport(
        failure: "This row no longer exists.", after: session.cachedSnapshot, showsScreen: true)
    case .unknown: failure = "\(action.rawValue.quoted) isn't available here."
    case .disabled(let why):
      failure = CommandProblem.disabled(action.rawValue, reason: why).message
    case .invalid(let problem): failure = problem.message
    case .busy: failure = "\(action.rawValue.quoted) is still running."
    case .notVisible:
      return CommandReport(
        failure: "\(action.rawValue.quoted) was not performed because its screen has closed.",
        after: session.cachedSnapshot, showsScreen: true)
    }
    // What the user saw has changed meanwhile.
    let after = session.cachedSnapshot
    return CommandReport(failure: failure, after: after, showsScreen: after != before)
  }

  /// Returns what has changed on the screens until now.
  private func change(
    by action: Action.ID?, on entry: NavigationTree.EntryID?, from before: Snapshot
  ) -> ScreenChange {
    let session = session
    let entries = session.navigation.tree.allEntries.map(\.id)
    return ScreenChange(
      action: action, entry: entry, before: before, after: session.cachedSnapshot,
      waiting: Set(entries.filter { session.activity.awaitsFlow($0) }))
  }

  private func leave(
    _ answer: LeaveAnswer, _ nothing: String, _ before: Snapshot
  ) -> CommandReport {
    switch answer {
    case .left: CommandReport(showsScreen: true)
    case .nothingToLeave where session.cachedSnapshot.panes != before.panes:
      // The session has expired, which a notice says.
      CommandReport(failure: "The screens have changed meanwhile.", showsScreen: true)
    case .nothingToLeave: CommandReport(failure: nothing)
    case .blocked(let lock):
      // A question that was there before is not seen as the answer.
      CommandReport(
        failure: "Answer this first: \(lock.title.plain)",
        isSaidOnScreen: session.cachedSnapshot.panes != before.panes, showsScreen: true)
    }
  }

  /// Goes to the first screen of the tab. If that stays, it shows the changes of other windows, as after `show`; after
  /// the end of an expired session it shows what comes then.
  private func home(_ before: Snapshot) async -> CommandReport {
    if await session.otherWindows?.apply() == true { return CommandReport(showsScreen: true) }
    let answer = await session.home()
    return answer == .nothingToLeave ? CommandReport(showsScreen: true) : leave(answer, "", before)
  }

  /// Shows a tab; the selected one again shows its first screen, as in other apps.
  private func select(_ tab: TabID, _ before: Snapshot) async -> CommandReport {
    guard before.tabs.contains(where: { $0.id == tab && $0.isSelected }) else {
      return leave(await session.select(tab: tab), "That tab isn't here.", before)
    }
    return await home(before)
  }

  private func open(_ link: DeepLink, _ before: Snapshot) async -> CommandReport {
    switch await app.open(link) {
    case .shown:
      if waitsForAll { await session.settleAll() }
      let change = change(by: nil, on: nil, from: before)
      let failure = FailureDetector(change: change, notices: app.notices).failureOfLink
      return CommandReport(
        failure: failure, isSaidOnScreen: failure != nil, showsScreen: true)
    case .blocked(let lock):
      return leave(.blocked(by: lock), "", before)
    case .refused(let why):
      return CommandReport(failure: why.message(for: link), showsScreen: true)
    case .waiting(let wait):
      return CommandReport(notes: [wait.message(for: app.typed(link))], showsScreen: true)
    }
  }
}
