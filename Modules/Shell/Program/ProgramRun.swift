import Core

/// Carries out what the command line asks for.
@MainActor struct ProgramRun {
  let configuration: ShellConfiguration
  let console: Console
  let options: ShellOptions
  let environment: [String: String]

  /// Does the job and returns the exit status.
  func run() async -> Int32 {
    let printer = Printer(console)
    do {
      switch options.job {
      case .help:
        printer.print(UsageText(name: configuration.name).text)
        return ExitStatus.success
      case .version:
        printer.print("\(configuration.name) \(configuration.version)\n")
        return ExitStatus.success
      case .map(let format):
        printer.print(try await configuration.map(format).endingWithNewLine)
        return ExitStatus.success
      case .replay: return ExitStatus.failure
      case .run: return try await runApp()
      }
    } catch {
      printer.report("\(configuration.name): \("\(error)".plain)")
      return ExitStatus.failure
    }
  }

  private func runApp() async throws -> Int32 {
    let makeSession = try await configuration.makeWorld(
      options.launchOptions(terminalColumns: console.columns()))
    let app = RunningApp(makeSession: makeSession)
    let isScript = true
    let runner = CommandRunner(
      app: app, destinations: configuration.destinations, waitsForAll: isScript)
    let stage = Stage(
      console: console, app: app, runner: runner, recorder: nil, makeFace: makeFace)
    console.startReading()
    let status = await Script(stage: stage, keepsGoing: options.keepsGoing).run(link: options.link)
    app.session.stop()
    return status
  }

  private func makeFace() -> Face {
    if options.isJSON { return .json(JSONRenderer()) }
    let width = options.width ?? console.columns() ?? ShellOptions.usualWidth
    let usesColor = ColorChoice(
      option: options.color, environment: environment, isTerminal: console.isOutputTerminal
    ).isOn
    return .text(TextRenderer(width: width, color: usesColor))
  }
}

extension String {
  fileprivate var endingWithNewLine: String { hasSuffix("\n") ? self : self + "\n" }
}
