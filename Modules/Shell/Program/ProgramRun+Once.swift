import Core

extension ProgramRun {
  /// Runs a subcommand in a session of its own, which starts at the first screen.
  func runOnce(_ command: AppCommand, _ arguments: AppCommand.Arguments) async throws -> Int32 {
    var launch = options.launchOptions(terminalColumns: nil, environment: environment)
    (launch.keepsPlaces, launch.isOneShot) = (false, true)
    let world = try await configuration.makeWorld(launch)
    defer { world.end() }
    let app = RunningApp(makeSession: world.makeSession)
    let shell = ShellSession(
      console: console, app: app,
      runner: runner(app, launch, isScript: true, isRecorded: false), recorder: nil,
      makeFormat: { makeFormat() })
    if console.isErrorTerminal, !environment.hasDumbTerminal {
      shell.waitingLine = WaitingLine(
        columns: { [console] in console.errorColumns() ?? ShellOptions.usualWidth },
        print: { [console] in try? console.errors.write($0) })
    }
    let signals = console.isOfProcess ? SignalWatch(shell: shell, isScript: true) : nil
    defer { signals?.stop() }
    shell.waitForSignals = { signals?.wait() }
    let status = await OneShot(shell: shell, name: configuration.name).run(command, arguments)
    app.session.stop()
    return status
  }
}
