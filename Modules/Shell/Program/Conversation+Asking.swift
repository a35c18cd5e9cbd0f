import Inspection
import Services
import Core

extension Conversation {
  /// Asks for an action's input until it is valid, and performs the action with it.
  func ask(_ action: Action, pane: Int) async -> CommandReport {
    guard let input = action.input else { return CommandReport() }
    return await ask(for: input, nothing: "Cancelled.") { value, typed in
      (.perform(action.id, .value(value), pane: pane), "\(action.id) \(typed)")
    }
  }

  /// Asks for a field's value until it is valid, and fills the field with it.
  func ask(_ field: Field, pane: Int) async -> CommandReport {
    await ask(for: field, nothing: "\(field.label.plain) is unchanged.") { value, typed in
      (.fill(field.id, value, pane: pane), "set \(field.id) \(typed)")
    }
  }

  private func ask(
    for input: Field, nothing: String,
    command: (FieldValue, String) -> (Command, String)
  ) async -> CommandReport {
    while shell.canGoOn {
      switch await read(input.question, for: input) {
      case .interrupted, .end, .failed, .pasted:
        shell.printer.print("\n")
        return CommandReport(notes: [nothing])
      case .tooLong: tell(.problem(.tooLong))
      case .notText: tell(.problem(.notText))
      case .text(let typed):
        do throws(CommandProblem) {
          guard let value = try input.value(from: typed) else {
            return CommandReport(notes: [nothing])
          }
          let (command, line) = command(value, typed)
          return await shell.run(command, as: line)
        } catch {
          if input.kind == .secure { learn(Secret(typed)) }
          tell(.problem(error))
        }
      }
    }
    return CommandReport()
  }

  /// Asks for each field of the form, in their order on the screen.
  func walk() async -> CommandReport {
    shell.printer.print("Press Return to keep a value, Ctrl-C to stop.\n")
    var seen: Set<Field.ID> = []
    let kind = shell.app.session.snapshot.panes.last?.kind
    while shell.canGoOn, shell.app.session.snapshot.panes.last?.kind == kind {
      // Read again each time, because a filled field may change which fields there are.
      let fields = VisibleItems(shell.app.session.snapshot).fields
      guard let field = fields.first(where: { !seen.contains($0.thing.id) }) else { break }
      switch await step(field.thing, pane: field.pane) {
      case .done: seen.insert(field.thing.id)
      case .again: continue
      case .stopped:
        return CommandReport(
          notes: ["Stopped. What you filled in so far is kept."], showsScreen: true)
      }
    }
    return CommandReport(showsScreen: true)
  }

  private func learn(_ secret: Secret) {
    shell.recorder?.learn(secret)
    shell.memory?.learn(secret)
  }

  private enum Step { case done, again, stopped }

  private func step(_ field: Field, pane: Int) async -> Step {
    switch await read("  \(field.question)", for: field) {
    case .interrupted, .end, .failed, .pasted:
      shell.printer.print("\n")
      return .stopped
    case .tooLong: tell(.problem(.tooLong))
    case .notText: tell(.problem(.notText))
    case .text(let typed):
      do throws(CommandProblem) {
        guard let value = try field.value(from: typed) else { return .done }
        var report = await shell.run(
          .fill(field.id, value, pane: pane), as: "set \(field.id) \(typed)")
        guard report.failure != nil else { return .done }
        report.showsScreen = false
        report.isSaidOnScreen = false
        tell(report)
      } catch {
        if field.kind == .secure { learn(Secret(typed)) }
        tell(.problem(error))
      }
    }
    return .again
  }
}

extension Field {
  /// The prompt of the field: its label, a hint and the current value.
  fileprivate var question: String {
    var text = label.plain
    switch kind {
    case .text, .email, .secure: break
    case .number, .choice, .choices, .date, .longText: text += " (\(kind.shortHint))"
    }
    if let value, let shown = value.shortText(of: self) { text += " [\(shown)]" }
    return "\(text): "
  }
}
