import Terminal
import Core
import Services

extension Conversation {
  /// No person opens, reads and leaves an editor in less: a program that ends sooner has only opened a window.
  private static let minimumEdit = Duration.seconds(1)

  private static func hint(_ editor: ExternalEditor, goingOn path: String) -> String {
    "The editor ended at once. If its window is still open, set \(editor.variable) so that it waits, "
      + "such as “code --wait”. "
      + "The file is kept: \(path.plain)"
  }

  /// Lets the user edit a field's text in their own editor, and fills the field with it.
  ///
  /// The file stays where it is unless the field has taken the text, or the text was not changed and the editor ran
  /// for a while. It also stays if a signal has ended the app while the field took the text.
  ///
  /// - Parameter seen: the snapshot in which the user saw the field.
  func edit(_ field: Field, pane: Int, _ seen: Snapshot) async -> CommandReport {
    guard let editor = shell.externalEditor else {
      return .problem(.noEditor(field.id.rawValue))
    }
    let old = field.text
    do throws(ExternalEditor.Problem) {
      let path = try editor.draft(of: old, name: field.id.rawValue)
      // The old text as it is read from the unchanged file: without its control characters.
      let drafted = try? editor.text(of: path)
      let kept = "Your text is in \(path.plain)"
      do throws(ExternalEditor.Problem) {
        tell(CommandReport(notes: [editor.announcement]))
        guard await isConfirmed(editor) else {
          editor.remove(path)
          return CommandReport(
            notes: ["\(field.label.plain) is unchanged."], isCancelled: true)
        }
        shell.console.editor?.restoreTerminal()
        let begin = ContinuousClock.now
        let text = try await editor.edit(path)
        guard shell.canContinue else { return CommandReport(notes: [kept], ends: true) }
        if text == old || text == drafted {
          let unchanged = "\(field.label.plain) is unchanged."
          if ContinuousClock.now - begin < Self.minimumEdit {
            return CommandReport(notes: [unchanged, Self.hint(editor, goingOn: path)])
          }
          editor.remove(path)
          return CommandReport(notes: [unchanged])
        }
        let report = await fill(field, with: text, pane: pane, seen)
        // A signal has ended the app meanwhile, with the form that may have the text.
        guard shell.canContinue, !report.ends else {
          return CommandReport(notes: [kept], ends: true)
        }
        if report.failure == nil { editor.remove(path) } else { tell(CommandReport(notes: [kept])) }
        return report
      } catch {
        guard shell.canContinue else { return CommandReport(notes: [kept], ends: true) }
        guard error != .gone else {
          editor.remove(path)
          return CommandReport(failure: error.message)
        }
        return CommandReport(failure: error.message, notes: [kept])
      }
    } catch {
      return CommandReport(failure: error.message)
    }
  }

  /// Waits for Enter before vi starts the first time, because it clears the line with its keys.
  ///
  /// - Returns: whether it starts.
  private func isConfirmed(_ editor: ExternalEditor) async -> Bool {
    guard editor.isVi, !givenHints.contains("vi") else { return true }
    switch await read("Press Enter to start it. ") {
    case .text, .tooLong, .notText:
      givenHints.insert("vi")
      return shell.canContinue
    case .interrupted, .end, .failed, .pasted:
      // No Return has ended the prompt's line.
      shell.printer.print("\n")
      return false
    }
  }

  private func fill(
    _ field: Field, with text: String, pane: Int, _ seen: Snapshot
  ) async -> CommandReport {
    let typed =
      field.kind == .longText
      ? text.withEscapedLineBreaks : text.replacing("\n", with: " ")
    do throws(CommandProblem) {
      let value =
        field.isEmptied(by: typed[...])
        ? nil : try field.value(from: typed, with: shell.lineContext)
      let line = Field.line(filling: field.id, with: value == nil ? nil : typed)
      return await shell.run(.fill(field.id, value, pane: pane), as: line, seen: seen)
    } catch {
      return .problem(error)
    }
  }
}

extension Field {
  /// The text in the field, or an empty one.
  fileprivate var text: String {
    if case .text(let text) = value { text } else { "" }
  }
}
