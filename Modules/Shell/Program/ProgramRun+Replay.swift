import Core
import Terminal

extension ProgramRun {
  /// Replays a session file, and prints the differences.
  func replay(_ path: String, _ printer: Printer) async throws -> Int32 {
    let file = try SessionFile(path: path)
    do throws(UsageError) {
      try file.options.checkVariants(among: configuration.experiments)
    } catch {
      throw SessionFile.Problem.badHeader(error)
    }
    let launch = file.options.launchOptions(terminalColumns: nil)
    let world = try await configuration.makeWorld(launch)
    defer { world.end() }
    let app = RunningApp(makeSession: world.makeSession)
    let runner = runner(app, launch, isScript: true, isRecorded: true)
    let result = await Replay(file: file, runner: runner).run()
    app.session.stop()
    printer.print(result.text(path: path))
    if case .same = result { return printer.status }
    return ExitStatus.failure
  }
}
