import Core
import Errands
import Foundation
import Services

/// The errands in a terminal: `swift run ErrandsProgram`.
@main struct Program {
  @MainActor static func main() async {
    let context = AppContext(
      clock: SystemClock(), identifiers: UniqueIdentifiers(), randomness: SystemRandomness(),
      logger: MemoryLogger())
    let session = AppSession(context: context, features: [.errands])
    await TextHost(session) { print($0) }.run(typedLines())
  }

  /// The lines of the standard input, which are read on a thread of their own.
  private static func typedLines() -> AsyncStream<String> {
    AsyncStream { continuation in
      Thread.detachNewThread {
        while let line = readLine() { continuation.yield(line) }
        continuation.finish()
      }
    }
  }
}
