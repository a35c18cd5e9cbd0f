import Shell
import Synchronization

/// Tells what was printed so far, after each piece.
final class ToldSink: ByteSink {
  private let storage = Mutex("")
  private let (printed, continuation) = AsyncStream.makeStream(of: String.self)

  /// The whole output.
  var text: String { storage.withLock(\.self) }

  func write(_ piece: String) {
    continuation.yield(
      storage.withLock { text in
        text += piece
        return text
      })
  }

  /// Waits for a text that was not printed before.
  func next(_ isFound: (String) -> Bool) async {
    for await text in printed where isFound(text) { return }
  }
}
