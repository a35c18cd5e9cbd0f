/// The terminal host of an app, from the arguments of the process to the exit status.
///
/// ```swift
/// let program = ShellProgram(configuration: configuration)
/// exit(await program.run(arguments: arguments, environment: environment))
/// ```
@MainActor public struct ShellProgram {
  private let configuration: ShellConfiguration
  private let console: Console

  /// Creates the program with the process's input and output.
  public init(configuration: ShellConfiguration) {
    self.init(configuration: configuration, console: .standard())
  }

  /// Creates the program with any console, such as one in memory.
  package init(configuration: ShellConfiguration, console: Console) {
    self.configuration = configuration
    self.console = console
  }

  /// Runs the program and returns the exit status.
  ///
  /// - Parameters:
  ///   - arguments: the command line without the program's name.
  ///   - environment: the environment variables.
  public func run(arguments: [String], environment: [String: String]) async -> Int32 {
    let options: ShellOptions
    let usual: [OptionsFile.Line]
    do throws(OptionsFile.Unreadable) {
      usual = try OptionsFile(program: configuration.name, environment: environment).lines()
    } catch {
      Printer(console).report("\(configuration.name): \(error)")
      return ExitStatus.misuse
    }
    do throws(UsageError) {
      options = try ShellOptions.parse(arguments, after: usual, configuration.table)
      try options.checkVariants(among: configuration.experiments)
    } catch {
      Printer(console).report("\(configuration.name): \(error.message) Try --help.")
      return ExitStatus.misuse
    }
    return await ProgramRun(
      configuration: configuration, console: console, options: options, environment: environment
    ).run()
  }
}
