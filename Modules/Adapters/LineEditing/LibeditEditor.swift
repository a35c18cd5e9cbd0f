import CEdit
import Foundation
package import Terminal

/// Edits lines with libedit, on a thread of its own.
///
/// The keys are those of Emacs, and what the user's `~/.editrc` binds; Tab, Ctrl-R and Ctrl-S keep their meaning.
package final class LibeditEditor: LineEditor {
  package let problem: String?
  private let mailbox: Mailbox
  private let terminal: TerminalMode

  /// Creates an editor for a terminal, or nil if libedit or a UTF-8 locale is missing. Call it before the app
  /// handles signals: if SIGQUIT is ignored then, Ctrl-\ does nothing.
  ///
  /// - Parameters:
  ///   - program: the name for which `~/.editrc` can bind keys.
  ///   - history: returns the file of an account's earlier lines, or of guests' without an account;
  ///     nil to keep none between runs.
  package init?(
    program: String, input: Int32 = 0, output: Int32 = 1,
    history: @escaping @Sendable (String?) -> String?
  ) {
    guard cedit_library() != nil, cedit_has_utf8() != 0, let mailbox = Mailbox() else {
      return nil
    }
    self.mailbox = mailbox
    let file = KeyBindingsFile()
    let path = file?.fault == nil ? file?.path : nil
    problem = file.flatMap { file in
      file.fault.map {
        "“\(file.path)” was not read: line \($0.line) \($0.problem). Correct it, and start again."
      }
    }
    let terminal = TerminalMode(input: input, output: output)
    self.terminal = terminal
    // Now, because a signal that the app begins to handle is ignored for a moment.
    let ignoresQuit = JobSignals.isIgnored(SIGQUIT)
    let thread = Thread {
      JobSignals.letThrough {
        cedit_use_utf8()
        let editing = EditingThread(
          program: program, input: input, output: output, terminal: terminal, mailbox: mailbox,
          history: LineHistory { account in history(account).map { HistoryFile(path: $0) } },
          bindingsFile: path, ignoresQuit: ignoresQuit)
        if let editing { editing.run() } else { mailbox.refuseAll() }
        cedit_end_utf8()
      }
    }
    thread.name = "line editor"
    thread.start()
  }

  deinit { mailbox.send(.end) }

  package func read(_ question: LineQuestion) async -> InputLine {
    await withCheckedContinuation { mailbox.send(.read(question, $0)) }
  }

  package func interrupt() { mailbox.send(.interrupt) }

  package func watch(_ typed: @escaping @MainActor @Sendable (String) -> Void) {
    mailbox.send(.watch(typed))
  }

  package func endWatch(discards: Bool) { mailbox.send(.endWatch(discards: discards)) }

  package func redraw(_ question: LineQuestion, below text: String) {
    mailbox.send(.redraw(question, below: text))
  }

  package func restoreTerminal() { terminal.restore() }

  package func remember(_ line: String) { mailbox.send(.remember(line)) }

  package func ask(
    _ questions: String, answered: @escaping @MainActor @Sendable ([TerminalAnswer]) -> Void
  ) {
    mailbox.send(.ask(questions, answered))
  }

  package func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) {
    mailbox.send(.forget(isForgotten))
  }
}
