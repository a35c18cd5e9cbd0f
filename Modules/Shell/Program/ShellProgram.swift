/// The terminal host of an app, from the arguments of the process to the exit status.
///
/// ```swift
/// exit(await ShellProgram(configuration: configuration).run())
/// ```
@MainActor public struct ShellProgram {
  let configuration: ShellConfiguration
  let console: Console

  /// Creates the program with the process's input and output.
  public init(configuration: ShellConfiguration) {
    self.init(configuration: configuration, console: .standard())
  }

  /// Creates the program with any console, such as one in memory.
  package init(configuration: ShellConfiguration, console: Console) {
    self.configuration = configuration
    self.console = console
  }

  /// Runs the program and returns the exit status. With the process's input and output it sets what the process does
  /// at some signals, as ``run()`` does.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the program's name.
  ///   - environment: the environment variables.
  public func run(arguments: [String], environment: [String: String]) async -> Int32 {
    if console.isOfProcess { Self.prepareProcess() }
    let file = OptionsFile(program: configuration.name, environment: environment)
    let options: ShellOptions
    do {
      options = try parse(arguments, after: file.lines())
    } catch {
      // Help, such as on the options of the file, needs none of them.
      guard let typed = try? parse(arguments), typed.job.isAboutProgram else {
        let message = (error as? UsageError).map { "\($0.message) Try --help." } ?? "\(error)"
        Printer(console).report("\(configuration.name): \(message)")
        return ExitStatus.misuse
      }
      options = typed
    }
    return await ProgramRun(
      configuration: configuration, console: console, options: options, environment: environment
    ).run()
  }

  private func parse(
    _ arguments: [String], after usual: [OptionsFile.Line] = []
  ) throws(UsageError) -> ShellOptions {
    let options = try ShellOptions.parse(arguments, after: usual, configuration.table)
    try options.checkVariants(among: configuration.experiments)
    return options
  }
}
