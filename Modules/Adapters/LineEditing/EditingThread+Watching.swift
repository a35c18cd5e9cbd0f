import Foundation
import Terminal

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension EditingThread {
  /// Waits for a message, and until a line is reported reads what is typed. The terminal is in its usual
  /// mode, so it gives whole lines.
  func waitForMessage() -> Mailbox.Message {
    while let typed = watcher {
      if let line = keys.firstLine {
        watcher = nil
        Task { @MainActor in typed(line) }
        break
      }
      // What is typed is another job's.
      guard terminal.isForeground else {
        watcher = nil
        break
      }
      var waits = [input, mailbox.descriptor].map {
        pollfd(fd: $0, events: Int16(POLLIN), revents: 0)
      }
      _ = poll(&waits, 2, -1)
      if waits[1].revents != 0, let message = mailbox.next() { return message }
      if waits[0].revents != 0, terminal.isForeground { readTyped() }
    }
    return mailbox.wait()
  }

  /// Reads what is there for the next question.
  private func readTyped() {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let size = read(input, &chunk, chunk.count)
    if size > 0 {
      keys.add(chunk[..<size])
    } else if size == 0 {
      // Ctrl-D, which ends the input at the next question.
      keys.add([4])
      watcher = nil
    } else if errno != EINTR, errno != EAGAIN {
      watcher = nil
    }
  }
}
