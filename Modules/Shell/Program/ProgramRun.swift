import Terminal
import Core
import Files
import Services

/// Runs the job of the command line.
@MainActor struct ProgramRun {
  let configuration: ShellConfiguration
  let console: Console
  let options: ShellOptions
  let environment: [String: String]

  /// Runs the job and returns the exit status.
  func run() async -> Int32 {
    let printer = Printer(console)
    do {
      switch options.job {
      case .help(let topic):
        let usage = UsageText(table: configuration.table)
        await show(printer.fitted(usage.text(about: topic) ?? usage.text), printer)
        return printer.status
      case .completions(let shell):
        printer.print(CompletionScript(table: configuration.table).text(for: shell))
        return printer.status
      case .manual:
        let page = ManualPage(table: configuration.table, version: configuration.version)
        printer.print(page.text)
        return printer.status
      case .version:
        printer.print("\(configuration.name) \(configuration.version)\n")
        return printer.status
      case .map(let request):
        let launch = options.launchOptions(terminalColumns: nil)
        await show(try await configuration.map(request, launch).endingWithNewLine, printer)
        return printer.status
      case .transfer(let command, let files, let parameter):
        return try await transfer(command, files, parameter, printer)
      case .replay(let path): return try await replay(path, printer)
      case .run: return try await runApp(printer)
      case .command(let word, let arguments):
        guard let command = configuration.commands.first(where: { $0.word == word }) else { break }
        return try await runOnce(command, arguments)
      }
    } catch {
      fail("\(error)", printer)
    }
    return ExitStatus.failure
  }

  /// Says why the job was not done.
  private func fail(_ reason: String, _ printer: Printer) {
    messages(printer).fail(reason, besideData: options.job.printsData)
  }

  private func messages(_ printer: Printer) -> JobMessages {
    JobMessages(printer: printer, name: configuration.name, isJSON: options.isJSON)
  }

  /// Prints text, in the pager if it is taller than the terminal.
  private func show(_ text: String, _ printer: Printer) async {
    let lines = text.utf8.count { $0 == UInt8(ascii: "\n") }
    if console.isInputTerminal, let rows = console.rows(), lines >= rows,
      let pager = Pager(environment: environment, console: console, isAlone: true),
      let status = await pager.show(text)
    {
      if let problem = pager.problem(status: status) {
        printer.report("\(configuration.name): \(problem)")
      }
      return
    }
    printer.print(text)
  }

  private func runApp(_ printer: Printer) async throws -> Int32 {
    let isScript = !console.isInputTerminal || options.isJSON
    // A conversation that is started in the background waits for `fg` before it opens its files,
    // and before it takes the mode that a shell sets for its own line for the usual one.
    if !isScript { console.waitForTerminal() }
    var launch = options.launchOptions(terminalColumns: console.columns(), environment: environment)
    let file: RecordingFile? = try options.recording.map {
      try RecordingFile(path: $0) { configuration.isOwnFile($0, launch) }
    }
    launch.keepsPlaces = !isScript || options.keepsPlaces
    // So that a replay makes the same random choices.
    if file != nil, launch.isEphemeral, launch.seed == nil {
      launch.seed = .random(in: 0...UInt64.max)
    }
    let world = try await configuration.makeWorld(launch)
    defer { world.end() }
    let app = RunningApp(makeSession: world.makeSession)
    let shell = shell(app, launch, file, pictures: world.pictures, isScript: isScript)
    defer { shell.windows?.pictures?.end() }
    let signals = console.isOfProcess ? SignalWatch(shell: shell, isScript: isScript) : nil
    defer { signals?.stop() }
    shell.waitForSignals = { signals?.wait() }
    shell.console.startReading()
    let status =
      if isScript {
        await Script(shell: shell, keepsGoing: options.keepsGoing, isQuiet: options.isQuiet).run(
          link: options.link)
      } else {
        await Conversation(
          shell: shell,
          greeting: "\(configuration.name) \(configuration.version) · "
            + "Type help for the commands. Ctrl-D quits."
        ).run(link: options.link)
      }
    shell.console.editor?.restoreTerminal()
    app.session.stop()
    return try keep(file, shell.recorder, after: status, printer)
  }

  /// Keeps the recording of a run, and returns the exit status of both.
  ///
  /// - Parameter status: the exit status of the run.
  private func keep(
    _ file: RecordingFile?, _ recorder: Recorder?, after status: Int32, _ printer: Printer
  ) throws -> Int32 {
    if case .failed(let number)? = recorder?.failure, let path = options.recording {
      // A part of a recording replaces no earlier one.
      file?.discard()
      fail("\(RecordingFile.Problem.refused(path, number: number))", printer)
      return status == ExitStatus.success ? ExitStatus.failure : status
    }
    // One that is too long ends after a whole entry.
    if recorder?.isFull == true { messages(printer).note("The recording is incomplete.") }
    try file?.keep()
    return status
  }

  /// Creates a session of the shell, with what its terminal can do.
  private func shell(
    _ app: RunningApp, _ launch: LaunchOptions, _ file: RecordingFile?, pictures: PictureSource?,
    isScript: Bool
  ) -> ShellSession {
    var console = console
    let hasScreen = !isScript && console.isOutputTerminal && !environment.hasDumbTerminal
    if hasScreen, options.editsLines { console.editor = configuration.makeLineEditor(launch) }
    // A recording contains whole screens.
    let isFitted = !isScript && console.isOutputTerminal && file == nil
    let windows = isFitted ? ScreenWindows(rows: console.rows) : nil
    let shell = ShellSession(
      console: console, app: app,
      runner: runner(app, launch, isScript: isScript, isRecorded: file != nil),
      recorder: file.map { recorder(to: $0, seed: launch.seed, columns: console.columns()) },
      makeFormat: { makeFormat(windows) })
    shell.windows = windows
    shell.links = configuration.links
    if isFitted { shell.pager = Pager(environment: environment, console: console) }
    shell.layoutForColumns = options.layout(terminalColumns:)
    if console.editor != nil {
      shell.externalEditor = ExternalEditor(program: configuration.name, environment: environment)
    }
    if hasScreen {
      shell.waitingLine = WaitingLine(
        columns: { [console] in console.columns() ?? ShellOptions.usualWidth },
        print: shell.printer.print)
      if isFitted, options.showsCovers, let pictures { showPictures(from: pictures, shell) }
    }
    return shell
  }

  /// Creates what runs the commands.
  ///
  /// - Parameters:
  ///   - isScript: whether no person types them, as with a script or the steps of a subcommand.
  ///   - isRecorded: whether they are recorded or replayed, and have to mean the same everywhere.
  func runner(
    _ app: RunningApp, _ launch: LaunchOptions, isScript: Bool, isRecorded: Bool
  ) -> CommandRunner {
    CommandRunner(
      app: app, destinations: configuration.destinations(launch),
      waitsForAll: isScript || isRecorded, takesBareValues: !isScript,
      explainsBareValues: !isScript && !isRecorded,
      shortcuts: configuration.shortcuts,
      subcommandUsages: configuration.table.usages,
      linkExample: configuration.linkExample,
      dateOrder: { [environment] in isRecorded ? nil : DateOrder(environment: environment) })
  }

  /// Shows pictures on the terminal of a session.
  private func showPictures(from source: PictureSource, _ shell: ShellSession) {
    var hasColors = false
    if case .text(let renderer) = shell.format {
      hasColors = renderer.color && ["truecolor", "24bit"].contains(environment["COLORTERM"])
    }
    let pictures = TerminalPictures(
      source, decoder: configuration.pictureDecoder, editor: shell.console.editor,
      hasColors: hasColors)
    // Only a command's prompt can wait: other questions are about what is on the screen.
    pictures.onChange = { [weak shell] in
      if let shell, shell.question?.hasHistory == true { shell.drawAgain() }
    }
    shell.windows?.pictures = pictures
  }

  private func transfer(
    _ command: TransferCommand, _ files: [String], _ parameter: String, _ printer: Printer
  ) async throws -> Int32 {
    var launch = options.launchOptions(terminalColumns: nil, environment: environment)
    launch.isOneShot = true
    return try await configuration.withTransfers(launch) { transfers, owner in
      guard let transfer = transfers.first(where: { $0.command == command.words }) else {
        let help = options.isEphemeral ? " Start the app without --ephemeral." : ""
        fail("\(command.words) isn't available now.\(help)", printer)
        return ExitStatus.failure
      }
      let request = Transfer.Request(
        files: files, parameter: parameter, owner: owner, isDryRun: options.isDryRun,
        replaces: options.isForced)
      return await TransferRun(
        transfer: transfer, options: options, console: console, printer: printer,
        name: configuration.name, isDumb: environment.hasDumbTerminal
      ).run(request)
    }
  }

  private func recorder(to file: RecordingFile, seed: UInt64?, columns: Int?) -> Recorder {
    // As wide as a replay can be.
    let (least, most) = (ShellOptions.widths.lowerBound, ShellOptions.widths.upperBound)
    let width = min(max(options.width ?? columns ?? ShellOptions.usualWidth, least), most)
    let layout = options.layout(terminalColumns: columns)
    let standIns = SecretStandIns(configuration.standIn ?? SecretStandIns.usual)
    return Recorder(to: file, width: width, standIns: standIns) { [options] session in
      RecordingHeader(
        options: options, seed: seed, width: width, layout: layout,
        today: session.context.clock.today)
    }
  }

  func makeFormat(_ windows: ScreenWindows? = nil) -> OutputFormat {
    if options.isJSON { return .json(JSONRenderer()) }
    let width = options.width ?? console.columns() ?? ShellOptions.usualWidth
    let usesColor = ColorChoice(
      option: options.color, environment: environment, isTerminal: console.isOutputTerminal
    ).isOn
    return .text(TextRenderer(width: width, color: usesColor, windows: windows))
  }
}

extension String {
  fileprivate var endingWithNewLine: String { hasSuffix("\n") ? self : self + "\n" }
}
