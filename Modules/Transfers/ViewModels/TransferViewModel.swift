import Core
import Files
import Services
import Foundation
import Observation

/// The form of a transfer and its progress; the input stays after a failure.
@MainActor @Observable final class TransferViewModel {
  let transfer: Transfer
  var file = "" { didSet { if isFileMissing || isPipe { _ = validate() } } }
  /// The value that the transfer takes besides files.
  var parameter = ""
  /// Whether a dry run was chosen, which only a form of a transfer with dry runs offers.
  var isDryRun = false
  /// Whether a run was requested without a file.
  private(set) var isFileMissing = false
  /// Whether a run was requested with `-`, which only the command line reads or writes.
  private(set) var isPipe = false
  private(set) var isRunning = false
  private var measured: MeasuredProgress?
  /// The speed when the newest progress came, or nil before there is any.
  private(set) var pace: TransferPace?
  private(set) var problem: TransferError?

  @ObservationIgnored private let services: TransfersServices
  @ObservationIgnored private var work: ReportingWork?

  init(_ transfer: Transfer, services: TransfersServices) {
    self.transfer = transfer
    self.services = services
  }

  /// The newest progress of a running transfer, or nil before there is any.
  var progress: TransferProgress? { measured?.newest }

  private var seconds: Double { services.clock.now.timeIntervalSinceReferenceDate }

  /// The typed files: one, or one a line.
  private var lines: [String] {
    let lines =
      transfer.takesSeveralFiles ? file.split(whereSeparator: \.isNewline).map(String.init) : [file]
    return lines.map(\.trimmed).filter { !$0.isEmpty }
  }

  /// The paths of the typed files. A transfer would take `-` for its standard input or output.
  private var paths: [String] {
    lines.map { TypedPath.resolved($0) }.map { $0 == "-" ? "./-" : $0 }
  }

  /// The file that an export writes, as it was typed; nil for an import.
  var writtenFile: String? { transfer.direction == .writes ? lines.first : nil }

  /// Whether the form is complete; otherwise shows what is missing.
  func validate() -> Bool {
    isFileMissing = lines.isEmpty
    // As typed: whether a file exists must not decide it, because a replay shows the result.
    isPipe = lines.contains("-")
    problem = nil
    return !isFileMissing && !isPipe
  }

  /// The warning to confirm before the start, or nil; a dry run needs none.
  var warning: String? { isDryRun ? nil : transfer.warning }

  /// Removes the failure from the form.
  func dismissProblem() { problem = nil }

  /// Runs the transfer and returns its report; nil after a failure, which the form shows.
  ///
  /// - Parameter replaces: whether an export may replace an existing file.
  func run(replaces: Bool = false) async -> TransferReport? {
    isRunning = true
    problem = nil
    defer { (isRunning, measured, pace) = (false, nil, nil) }
    let request = services.request(
      files: paths, parameter: parameter.trimmed, isDryRun: isDryRun, replaces: replaces)
    let (transfer, work) = (transfer, ReportingWork())
    self.work = work
    defer { self.work = nil }
    do throws(TransferError) {
      return try await work.run { report throws(TransferError) in
        try await transfer.run(request, report)
      } follow: { progress in
        let now = seconds
        let newest = MeasuredProgress(progress, after: measured, seconds: now)
        (measured, pace) = (newest, newest.pace(seconds: now))
      }
    } catch {
      problem = error
      return nil
    }
  }

  /// Cancels the transfer.
  func cancel() { work?.cancel() }
}
