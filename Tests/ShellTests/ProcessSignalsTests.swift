#if os(Linux)
  import Foundation
  import Testing

  @testable import Shell

  /// Sends signals to the process of the tests that nothing else uses: those for real time (signal(7)).
  @Suite("Signals of the process", .timeLimit(.minutes(60)))
  struct ProcessSignalsTests {
    @Test("A signal that is sent after the wait has returned is handled", arguments: Int32(40)..<56)
    func handled(number: Int32) async {
      let (handled, continuation) = AsyncStream<Int32>.makeStream()
      let signals = ProcessSignals([number]) { continuation.yield($0) }
      signals.wait()
      kill(getpid(), number)
      #expect(await handled.first { _ in true } == number)
      signals.stop()
    }
  }
#endif
