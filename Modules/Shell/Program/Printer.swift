/// Prints screens and messages, and remembers when nobody takes them any more.
@MainActor final class Printer {
  private let console: Console
  /// Why printing came to its end, or nil.
  private(set) var failure: OutputError?

  init(_ console: Console) {
    self.console = console
  }

  /// Whether printing has come to its end.
  var isClosed: Bool { failure != nil }

  /// The status where nothing but the output went wrong: a reader that has gone is no failure.
  var status: Int32 {
    if case .failed = failure { ExitStatus.failure } else { ExitStatus.success }
  }

  /// Prints to standard output.
  func print(_ text: String) {
    guard failure == nil, !text.isEmpty else { return }
    do throws(OutputError) {
      try console.output.write(text)
    } catch {
      failure = error
      if case .failed(let number) = error {
        report("The output can't be written (error \(number)).")
      }
    }
  }

  /// Prints one line to standard error; what can't be written there is lost.
  func report(_ message: String) {
    do throws(OutputError) {
      try console.errors.write("\(message)\n")
    } catch {
      return
    }
  }
}
