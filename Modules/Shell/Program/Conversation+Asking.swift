import Terminal
import Inspection
import Services
import Core

extension Conversation {
  /// The columns that a prompt leaves for typing, at least.
  private static let typingWidth = 20

  /// Asks for an action's input until it is valid, and performs the action with it; Enter takes the
  /// value in brackets.
  ///
  /// - Parameter seen: the snapshot in which the user saw the action.
  func ask(_ action: Action, pane: Int, _ seen: Snapshot) async -> CommandReport {
    guard let input = action.input else { return CommandReport() }
    let hint = AskingHint.action(input)
    printHint(hint, once: true)
    while shell.canContinue {
      var reply = await reply(to: input, filledBy: action.id.rawValue, hint)
      if case .kept = reply, let value = input.value, let typed = input.typed(value) {
        reply = .value(value, typed: typed)
      }
      if case .emptied = reply { reply = hyphen(for: input) }
      switch reply {
      case .again: continue
      case .command(let line): return await answer(line)
      case .value(let value, let typed):
        return await shell.run(
          .perform(action.id, .value(value), pane: pane), as: "\(action.id) \(typed)", seen: seen)
      case .kept, .emptied, .stopped:
        return CommandReport(notes: ["Cancelled."], isCancelled: true)
      }
    }
    return CommandReport()
  }

  /// Returns what a hyphen is at the prompt of an action's input: it empties a text, or is a value like any other.
  private func hyphen(for input: Field) -> Reply {
    let hyphen = Field.emptyingWord
    if input.isEmptiedAsInput(by: hyphen[...]) { return .value(.text(""), typed: hyphen) }
    do throws(CommandProblem) {
      guard let value = try input.value(from: hyphen, with: shell.lineContext) else { return .kept }
      return .value(value, typed: hyphen)
    } catch {
      tell(CommandReport(failure: error.message))
      return .again
    }
  }

  /// Asks for a field's value until it is valid, and fills the field with it.
  ///
  /// - Parameter seen: the snapshot in which the user saw the field.
  func ask(_ field: Field, pane: Int, _ seen: Snapshot) async -> CommandReport {
    let hint = AskingHint.field(field)
    let unchanged = "\(field.label.plain) is unchanged."
    printHint(hint, once: true)
    while shell.canContinue {
      switch await reply(to: field, filledBy: "\(ShellWord.set) \(field.id)", hint) {
      case .again: continue
      case .command(let line): return await answer(line)
      case .value(let value, let typed):
        return await shell.run(
          .fill(field.id, value, pane: pane), as: Field.line(filling: field.id, with: typed),
          seen: seen)
      case .emptied:
        return await shell.run(
          .fill(field.id, nil, pane: pane), as: Field.line(filling: field.id, with: nil), seen: seen
        )
      case .kept: return CommandReport(notes: [unchanged])
      case .stopped: return CommandReport(notes: [unchanged], isCancelled: true)
      }
    }
    return CommandReport()
  }

  /// Asks for each field of the form, in their order on the screen.
  func walk() async -> CommandReport {
    printHint(AskingHint.form)
    var asked: Set<Field.ID> = []
    let kind = shell.app.session.snapshot.panes.last?.kind
    while shell.canContinue {
      // Read again each time, because a filled field may change which fields there are.
      let seen = shell.app.session.snapshot
      guard seen.panes.last?.kind == kind,
        let field = VisibleItems(seen).fields.first(where: { !asked.contains($0.thing.id) })
      else { break }
      let id = field.thing.id
      if field.thing.kind.isSecret { printHint(AskingHint.secret(field.thing)) }
      let command = "\(ShellWord.set) \(id)"
      switch await reply(to: field.thing, filledBy: command, AskingHint.form, indent: "  ") {
      case .again: continue
      case .kept: asked.insert(id)
      case .command(let line): return await answer(line)
      case .value(let value, let typed):
        let line = Field.line(filling: id, with: typed)
        if await fill(id, value, pane: field.pane, as: line, seen) { asked.insert(id) }
      case .emptied:
        let line = Field.line(filling: id, with: nil)
        if await fill(id, nil, pane: field.pane, as: line, seen) { asked.insert(id) }
      case .stopped:
        return CommandReport(
          notes: ["Stopped. What you filled in so far is kept."], after: shell.currentSnapshot,
          showsScreen: true)
      }
    }
    return CommandReport(after: shell.currentSnapshot, showsScreen: true)
  }

  /// Fills a field of the form that the user saw, and prints the messages.
  ///
  /// - Returns: false if the value is refused, or the user has pressed Ctrl-C meanwhile.
  private func fill(
    _ field: Field.ID, _ value: FieldValue?, pane: Int, as line: String, _ seen: Snapshot
  ) async -> Bool {
    var report = await shell.run(.fill(field, value, pane: pane), as: line, seen: seen)
    // The screen is shown at the end of the walk.
    report.showsScreen = false
    report.isSaidOnScreen = false
    tell(report)
    return report.failure == nil && !report.isCancelled
  }

  /// A user's answer at the prompt of a field.
  private enum Reply {
    case value(FieldValue, typed: String)
    /// Enter.
    case kept
    /// The word that empties a field.
    case emptied
    /// A command, after a colon.
    case command(String)
    /// Ctrl-C, or the end of the input.
    case stopped
    /// The prompt has to be repeated.
    case again
  }

  /// Asks once.
  ///
  /// - Parameters:
  ///   - command: the command that fills the field with the text after it.
  ///   - hint: the hint before the prompt, for `:help`.
  private func reply(
    to field: Field, filledBy command: String, _ hint: String, indent: String = ""
  ) async -> Reply {
    switch await read(indent + prompt(of: field), for: field) {
    case .interrupted, .end, .failed, .pasted:
      shell.printer.print("\n")
      return .stopped
    case .tooLong: tell(.problem(.tooLong))
    case .notText: tell(.problem(.notText))
    case .text(let typed):
      guard let reply = reply(typed, for: field, filledBy: command, hint) else { break }
      if case .value = reply, field.kind == .newPassword {
        return await repeated(typed, for: field, indent: indent) ?? reply
      }
      return reply
    }
    return .again
  }

  /// Asks for a new password a second time, because nothing shows a slip of the keys; nil if it is the same.
  private func repeated(_ typed: String, for field: Field, indent: String) async -> Reply? {
    learn(Secret(typed))
    switch await read("\(indent)\(field.label.plain), again: ", for: field) {
    case .interrupted, .end, .failed, .pasted:
      shell.printer.print("\n")
      return .stopped
    case .text(typed): return nil
    case .text(let other): learn(Secret(other))
    case .tooLong, .notText: break
    }
    tell(CommandReport(failure: AskingHint.differentPasswords))
    return .again
  }

  /// Returns the prompt of a field. Answers that leave too little room for typing are printed above.
  private func prompt(of field: Field) -> String {
    guard case .text(let renderer) = shell.format, let answers = field.answers,
      shell.columns - field.question.displayWidth < Self.typingWidth
    else { return field.question }
    shell.printer.print(renderer.message("\(field.label.plain): \(answers)", .quiet))
    return field.shortQuestion
  }

  /// Parses a typed line; nil after a message.
  private func reply(
    _ typed: String, for field: Field, filledBy command: String, _ hint: String
  ) -> Reply? {
    // Every text may be a secret.
    if !field.kind.isSecret {
      let line = typed.trimmed
      if field.isEmptied(by: line[...]) { return .emptied }
      let word = line.hasPrefix(":") ? String(line.dropFirst().firstWord.word) : ""
      // The prompt names `help set` where it shows only some of the values.
      let asksForValues = !field.kind.options.isEmpty && line.lowercased() == "help set"
      if asksForValues || ShellWord(typed: word.bounded.lowercased()) == .help {
        tell(CommandReport(answer: AskingHint.help(field, hint)))
        return nil
      }
      if let line = self.command(of: line, word) { return .command(line) }
      // Other signs, such as “:)”, begin a value.
      if word.first?.isLetter == true {
        tell(unknown(word, in: line, for: field, filledBy: command))
        return nil
      }
    }
    do throws(CommandProblem) {
      guard let value = try field.value(from: typed, with: shell.lineContext) else { return .kept }
      return .value(value, typed: typed)
    } catch {
      if field.kind.isSecret {
        learn(Secret(typed))
      } else if let (value, rest) = self.value(in: typed, after: command, for: field) {
        return .value(value, typed: rest)
      }
      let isCommand = !field.kind.isSecret && isCommand(typed)
      tell(
        CommandReport(
          failure: error.message, notes: isCommand ? [AskingHint.command(typed)] : []))
      return nil
    }
  }

  // MARK: Hints

  /// Prints a hint.
  func printHint(_ hint: String?, once: Bool = false) {
    guard let hint, case .text(let renderer) = shell.format else { return }
    if !givenHints.insert(hint).inserted, once { return }
    shell.printer.print(renderer.message(hint, .quiet))
  }
}
