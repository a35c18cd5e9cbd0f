import Foundation
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Questions to the terminal, and what it has answered so far.
struct TerminalInquiry {
  let questions: String
  let answered: @MainActor @Sendable ([TerminalAnswer]) -> Void
  var isWritten = false
  /// Whether the end of a line has waited for the answers.
  var hasWaited = false
}

extension EditingThread {
  /// How long the end of a line waits for answers that are on their way, in milliseconds: while a
  /// command runs the terminal would show them.
  private static let patience = 1000

  /// Asks the terminal, now or with the next line.
  func ask(
    _ questions: String, _ answered: @escaping @MainActor @Sendable ([TerminalAnswer]) -> Void
  ) {
    inquiry = TerminalInquiry(questions: questions, answered: answered)
    if edited.isEditing, edited.hasBegun, !isStopped { writeInquiry() }
  }

  /// Writes the questions, while the terminal passes on each key.
  func writeInquiry() {
    guard inquiry?.isWritten == false else { return }
    inquiry?.isWritten = true
    keys.awaitsAnswers = true
    terminal.write(inquiry?.questions ?? "")
  }

  /// Passes on the answers once the last one is there.
  func takeAnswers() {
    guard !keys.awaitsAnswers, let inquiry, inquiry.isWritten else { return }
    let answers = keys.takeAnswers()
    self.inquiry = nil
    Task { @MainActor in inquiry.answered(answers) }
  }

  /// Waits a moment for the rest of the answers, once for each inquiry. Ctrl-C, which isn't a signal yet, ends the
  /// wait and gives up the line, before it is obeyed.
  func awaitAnswers() {
    guard keys.awaitsAnswers, inquiry?.hasWaited == false, terminal.isForeground else { return }
    inquiry?.hasWaited = true
    keys.findAnswers()
    let deadline = Date(timeIntervalSinceNow: Double(Self.patience) / 1000)
    while keys.awaitsAnswers, !keys.hasInterrupt {
      let rest = Int32(deadline.timeIntervalSinceNow * 1000)
      var wanted = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
      guard rest > 0, poll(&wanted, 1, rest) > 0 else { break }
      var chunk = [UInt8](repeating: 0, count: 4096)
      let size = read(input, &chunk, chunk.count)
      guard size > 0 else { break }
      keys.add(chunk[..<size])
      keys.findAnswers()
    }
    if keys.hasInterrupt {
      keys.removeAll()
      edited.ending = .interrupted
    }
    takeAnswers()
  }
}
