import Files
import Foundation

/// Prints screens and messages, and stops after the first output error.
@MainActor final class Printer {
  private let console: Console
  /// The error that ended printing, or nil.
  private(set) var failure: OutputError?

  init(_ console: Console) {
    self.console = console
  }

  /// Whether printing has ended.
  var isClosed: Bool { failure != nil }

  /// The exit status of an output error; a closed pipe isn't a failure.
  var status: Int32 {
    if case .failed = failure { ExitStatus.failure } else { ExitStatus.success }
  }

  /// Prints to standard output.
  func print(_ text: String) {
    guard failure == nil, !text.isEmpty else { return }
    do throws(OutputError) {
      try console.output.write(text)
    } catch { fail(error) }
  }

  /// Ends printing if the other end of a pipe is closed. Without this only the next output would show it.
  func look() {
    // A terminal that closes is found by its input, and by a signal.
    guard failure == nil, !console.isOutputTerminal, !console.output.isOpen else { return }
    failure = .closed
  }

  /// Copies a file to standard output.
  ///
  /// - Parameter goesOn: asked before each part is written; with `false` the copy ends there.
  /// - Returns: whether all of the file was written.
  func copy(_ file: FileInput, while goesOn: () -> Bool) throws(FileProblem) -> Bool {
    while failure == nil {
      let bytes = try file.read()
      if bytes.isEmpty { return true }
      guard goesOn() else { return false }
      do throws(OutputError) { try console.output.write(bytes) } catch { fail(error) }
    }
    return false
  }

  private func fail(_ error: OutputError) {
    failure = error
    if case .failed(let number) = error {
      report("The output can't be written: \(String(cString: strerror(number))).")
    }
  }

  /// Prints to standard error, because standard output has the data of an export; ignores errors.
  func printBesideData(_ text: String) { try? console.errors.write(text) }

  /// Prints a message to standard error, on a terminal wrapped at words, and ignores errors.
  func report(_ message: String) {
    try? console.errors.write(fitted("\(message)\n", besideData: true))
  }

  /// Returns lines wrapped at words, if they are for a terminal.
  ///
  /// - Parameters:
  ///   - text: lines that end with a line break, already made safe.
  ///   - isBesideData: whether they are for standard error.
  func fitted(_ text: String, besideData isBesideData: Bool = false) -> String {
    let errorColumns = console.isErrorTerminal ? console.errorColumns() : nil
    guard let columns = isBesideData ? errorColumns : console.columns() else { return text }
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    return TextRenderer(width: columns).answer(Array(lines.dropLast(lines.last == "" ? 1 : 0)))
  }
}
