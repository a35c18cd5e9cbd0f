import Terminal
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Passes requests to the thread that edits lines, which waits for them and for keys at once.
final class Mailbox: Sendable {
  /// A request to the thread.
  enum Message: Sendable {
    case read(LineQuestion, CheckedContinuation<InputLine, Never>)
    case interrupt
    case watch(@MainActor @Sendable (String) -> Void)
    case endWatch(discards: Bool)
    case redraw(LineQuestion, below: String)
    case ask(String, @MainActor @Sendable ([TerminalAnswer]) -> Void)
    case remember(String)
    case forget(@Sendable (String) -> Bool)
    case end
  }

  /// Readable if there are messages.
  let descriptor: Int32
  private let waking: Int32
  private let messages = Mutex<[Message]>([])

  /// Creates an empty mailbox, or nil if the process has no free descriptors.
  init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (descriptor, waking) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(waking)
  }

  /// Adds a message.
  func send(_ message: Message) {
    messages.withLock { $0.append(message) }
    // If the pipe is full, the thread is awake anyway.
    _ = write(waking, [0], 1)
  }

  /// Takes the oldest message, without waiting; nil if there is none.
  ///
  /// One at a time: a question is answered for as long as a line is edited, and what came after it is about
  /// that line.
  func next() -> Message? {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(descriptor, &bytes, bytes.count) > 0 {}
    return messages.withLock { messages in
      let message = messages.isEmpty ? nil : messages.removeFirst()
      if !messages.isEmpty { _ = write(waking, [0], 1) }
      return message
    }
  }

  /// Answers each question with a failure, because the system has no memory or descriptors left.
  func refuseAll() {
    while true {
      switch wait() {
      case .read(_, let answer): answer.resume(returning: .failed("No memory is left"))
      case .end: return
      default: break
      }
    }
  }

  /// Takes the oldest message; waits for one.
  func wait() -> Message {
    while true {
      if let message = next() { return message }
      var wanted = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
      _ = poll(&wanted, 1, -1)
    }
  }
}
