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

  /// Runs the transfer and returns the exit status; a signal cancels it.
  func run(_ request: Transfer.Request) async -> Int32 {
    if request.isDryRun, !transfer.offersDryRun {
      printer.report("\(name): --dry-run can't be used with \(transfer.command).")
      return ExitStatus.misuse
    }
    if let warning = transfer.warning, !request.isDryRun, !options.agrees {
      printer.report("\(warning.plain)\nAdd --yes to continue.")
      return ExitStatus.misuse
    }
    let meter = TransferMeter(
      columns: console.isErrorTerminal ? console.errorColumns() ?? ShellOptions.usualWidth : nil,
      print: { [console] in try? console.errors.write($0) })
    let transfer = transfer
    let work = Task { () -> Result<TransferReport, TransferError> in
      do throws(TransferError) {
        return .success(try await transfer.run(request) { meter.note($0) })
      } catch { return .failure(error) }
    }
    let signals = console.takesSignals ? TransferSignals { work.cancel() } : nil
    meter.begin()
    let result = await work.value
    meter.end()
    signals?.stop()
    switch result {
    case .success(let report):
      tell(report, isDryRun: request.isDryRun)
      // A transfer that completed despite a signal is reported, and the status is still the
      // signal's.
      return signals?.status ?? printer.status
    case .failure(.cancelled):
      printer.report("\(name): \(transfer.cancelled.plain)")
      return signals?.status ?? ExitStatus.interrupted
    case .failure(let error):
      fail(error.message)
      return ExitStatus.failure
    }
  }

  private func fail(_ message: String) {
    if options.isJSON { printer.print(JSONRenderer().problem(message.plain, line: nil)) }
    printer.report("\(name): \(message.plain)")
  }

  private func tell(_ report: TransferReport, isDryRun: Bool) {
    if options.isJSON {
      return printer.print(
        JSONRenderer().report(report, of: transfer.command, isDryRun: isDryRun))
    }
    printer.print(TransferReportText(report: report).text)
  }
}

/// The report of a transfer, as lines of text.
struct TransferReportText {
  let report: TransferReport

  /// The text.
  var text: String {
    var lines = [report.summary.plain]
    lines += HelpText.table(report.counts.map { ($0.label.plain, String($0.number)) })
    if report.rejectionCount > 0 {
      lines += ["", "Skipped:"]
      lines += report.rejections.map { rejection in
        let file = rejection.file.map { "\($0.plain), " } ?? ""
        return "  \(file)line \(rejection.line): \(rejection.reason.plain)"
      }
      let hidden = report.rejectionCount - report.rejections.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
    }
    if report.differenceCount > 0 {
      lines += ["", "Unchanged in your library:"]
      lines += report.differences.map { "  line \($0.line): \($0.text.plain)" }
      let hidden = report.differenceCount - report.differences.count
      if hidden > 0 { lines.append("  and \(hidden) more") }
    }
    return lines.map { "\($0)\n" }.joined()
  }
}

extension TransferError {
  /// The problem and a remedy.
  fileprivate var message: String {
    switch self {
    case .file(let why), .format(let why): why
    case .storage(let error): error.description
    case .cancelled: StorageError.cancelled.description
    }
  }
}
