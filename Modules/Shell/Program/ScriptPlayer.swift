/// Plays a script through the terminal face within the process, and keeps what is printed: for
/// golden sessions and for measuring.
@MainActor public struct ScriptPlayer {
  /// What came of a script.
  public struct Result: Hashable, Sendable {
    /// The status with which the program would have ended.
    public var status: Int32
    /// What went to standard output.
    public var output: String
    /// What went to standard error.
    public var messages: String
  }

  private let configuration: ShellConfiguration

  /// Creates a player for an app.
  public init(_ configuration: ShellConfiguration) {
    self.configuration = configuration
  }

  /// Plays a script as if it came on standard input, in an app that keeps nothing unless a folder is
  /// named with `--data-dir`.
  ///
  /// - Parameters:
  ///   - script: the lines that are typed.
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
