import Core
import Services
import Foundation

@testable import Shell

/// One run of the toy app with its input and output.
struct ToyRun {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a script to its end.
  @MainActor init(
    _ script: String, _ arguments: [String] = [], services: ToyServices? = nil,
    environment: [String: String] = [:]
  ) async {
    let (output, errors) = (MemorySink(), MemorySink())
    let program = ShellProgram(
      configuration: .toy(services ?? ToyServices()),
      console: .reading(script, output: output, errors: errors))
    status = await program.run(arguments: arguments, environment: environment)
    self.output = output.text
    self.errors = errors.text
  }
}

extension ToyRun {
  /// The titles of the printed screens, in order.
  @MainActor var titles: [String] {
    output.components(separatedBy: "\n\n").compactMap { block in
      let title = block.split(separator: "\n").first.map(String.init) ?? ""
      let name = title.components(separatedBy: "  ")[0]
      return Self.known.contains(name) ? name : nil
    }
  }

  @MainActor private static let known: Set<String> = Set(
    PlanetsCoordinator.planets + ["Planets", "Note", "Account", "Discard it?", "Five"])
}

/// An output that always fails.
struct BrokenSink: ByteSink {
  private let error: OutputError

  init(_ error: OutputError) {
    self.error = error
  }

  func write(_ text: String) throws(OutputError) { throw error }
}
