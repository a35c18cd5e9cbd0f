import Core

@testable import Shell

/// One run of the toy app with its input and everything it printed.
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
