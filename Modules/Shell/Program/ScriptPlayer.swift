/// Runs a script in the process and collects the output, for recorded sessions and benchmarks.
@MainActor public struct ScriptPlayer {
  /// The result of a script.
  public struct Result: Hashable, Sendable {
    /// The exit status.
    public var status: Int32
    /// The text on standard output.
    public var output: String
    /// The text on standard error.
    public var messages: String
  }

  private let configuration: ShellConfiguration

  /// Creates a player for an app.
  public init(_ configuration: ShellConfiguration) {
    self.configuration = configuration
  }

  /// Runs a script like standard input, in an app that saves nothing unless `--data-dir` names a
  /// folder.
  ///
  /// - Parameters:
  ///   - script: the input lines.
  ///   - arguments: the command line.
  public func play(_ script: String, arguments: [String] = []) async -> Result {
    let (output, messages) = (MemorySink(), MemorySink())
    let console = Console.reading(script, output: output, errors: messages)
    let program = ShellProgram(configuration: configuration, console: console)
    let isKept = arguments.contains { $0.hasPrefix("--data-dir") }
    let status = await program.run(
      arguments: isKept ? arguments : ["--ephemeral"] + arguments, environment: [:])
    return Result(status: status, output: output.text, messages: messages.text)
  }
}
