import Files
import Services

/// Runs an import or export of the command line.
@MainActor struct TransferRun {
  let transfer: Transfer
  let options: ShellOptions
  let console: Console
  let printer: Printer
  /// The program's name.
  let name: String
  /// Whether the terminal takes no control sequences.
  let isDumb: Bool

  /// Runs the transfer and returns the exit status; a signal cancels it.
  func run(_ request: Transfer.Request) async -> Int32 {
    if request.isDryRun, !transfer.offersDryRun {
      printer.report("\(name): --dry-run can't be used with \(transfer.command).")
      return ExitStatus.misuse
    }
    if let warning = transfer.warning, !request.isDryRun, !options.isConfirmed {
      let question = "\(warning.plain)\nAdd --yes to continue."
      if options.isJSON { printer.print(JSONRenderer().problem(question, line: nil)) }
      printer.report(question)
      return ExitStatus.misuse
    }
    let pipe: TransferPipe?
    do throws(FileProblem) {
      pipe = request.files == [TransferPipe.word] ? try TransferPipe(program: name) : nil
    } catch {
      messages.fail(error.description, besideData: transfer.direction == .writes)
      return ExitStatus.failure
    }
    // What came from outside would be obeyed there.
    if pipe != nil, transfer.direction == .writes, console.isOutputTerminal {
      printer.report(
        "\(name): \(transfer.command) can't write to a terminal. Name a file, or pipe it.")
      return ExitStatus.misuse
    }
    return await run(request, pipe)
  }

  private func run(_ request: Transfer.Request, _ pipe: TransferPipe?) async -> Int32 {
    // The handlers of signals hold the pipe for longer than the process may run.
    defer { pipe?.discard() }
    let meter = TransferMeter(
      columns: { [console, isDumb] in
        guard console.isErrorTerminal, !isDumb else { return nil }
        return console.errorColumns() ?? ShellOptions.usualWidth
      },
      print: { [console] in try? console.errors.write($0) })
    let work = Task { [transfer, console] () -> Result<TransferReport, TransferError> in
      do throws(TransferError) {
        var request = request
        if let pipe {
          if transfer.direction == .reads { try await pipe.fill(from: console) }
          request.files = [pipe.path]
        }
        return .success(try await transfer.run(request) { meter.note($0) })
      } catch { return .failure(error) }
    }
    let signals =
      console.isOfProcess
      ? TransferSignals(cancel: { work.cancel() }, leave: { pipe?.discard() }) : nil
    // Writing to standard output may wait for its reader, too.
    defer { signals?.stop() }
    meter.begin()
    let result = await work.value
    meter.end()
    switch result {
    case .success(let report):
      let isTold = tell(report, pipe, signals, isDryRun: request.isDryRun)
      // A transfer that completed despite a signal is reported, and the status is still the
      // signal's.
      return signals?.status ?? (isTold ? printer.status : ExitStatus.failure)
    case .failure(.cancelled):
      fail(transfer.cancelled, pipe)
      return signals?.status ?? ExitStatus.interrupted
    case .failure(let error):
      fail(error.message, pipe)
      if case .exists = error { return ExitStatus.misuse }
      return ExitStatus.failure
    }
  }

  private var messages: JobMessages {
    JobMessages(printer: printer, name: name, isJSON: options.isJSON)
  }

  private func fail(_ message: String, _ pipe: TransferPipe?) {
    messages.fail(
      pipe?.inWords(message) ?? message, besideData: pipe != nil && transfer.direction == .writes)
  }

  /// Prints a report, after the data if that goes to standard output.
  ///
  /// - Returns: false if the data can't be read again.
  private func tell(
    _ report: TransferReport, _ pipe: TransferPipe?, _ signals: TransferSignals?, isDryRun: Bool
  ) -> Bool {
    var report = report
    var print = printer.print
    if let pipe {
      // A sentence such as “Backed up to -.” would be hard to read.
      let stream = transfer.direction == .writes ? "standard output" : TransferPipe.word
      report.summary = report.summary.replacing(pipe.path, with: stream)
      if transfer.direction == .writes {
        let isWhole: Bool
        do throws(FileProblem) {
          let file = try FileInput(path: pipe.path, limit: .max)
          // A third signal ends the process at once.
          pipe.discard()
          isWhole = try printer.copy(file) { signals?.status == nil }
        } catch {
          fail("The output is incomplete. \(error.description)", pipe)
          return false
        }
        if printer.isClosed { return true }
        guard isWhole else {
          fail("Cancelled. The output is incomplete.", pipe)
          return true
        }
        print = printer.printBesideData
      }
    }
    print(
      options.isJSON
        ? JSONRenderer().report(report, of: transfer.command, isDryRun: isDryRun)
        : printer.fitted(
          TransferReportText(report: report).text,
          besideData: pipe != nil && transfer.direction == .writes))
    return true
  }
}

extension TransferError {
  /// The problem and a remedy.
  fileprivate var message: String {
    switch self {
    case .file(let why), .format(let why): why
    case .exists(let path): "\(path.quoted) already exists. Add --force to replace it."
    case .nothingToExport(let account): "Nothing to export for this account (\(account))."
    case .storage(let error): error.description
    case .cancelled: StorageError.cancelled.description
    }
  }
}
