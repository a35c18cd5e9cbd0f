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
  private(set) var progress: TransferProgress?
  private(set) var problem: TransferError?

  @ObservationIgnored private let services: TransfersServices
  @ObservationIgnored private var begun = Date.distantPast
  @ObservationIgnored private var sink: AsyncStream<TransferProgress>.Continuation?
  @ObservationIgnored private var isCancelling = false

  init(_ transfer: Transfer, services: TransfersServices) {
    self.transfer = transfer
    self.services = services
  }

  /// The speed, or nil before there is any progress.
  var pace: TransferPace? {
    progress.map {
      TransferPace($0, seconds: services.clock.now.timeIntervalSince(begun))
    }
  }

  /// The typed files: one, or one a line.
  private var paths: [String] {
    let lines =
      transfer.takesSeveralFiles ? file.split(whereSeparator: \.isNewline).map(String.init) : [file]
    return lines.map(\.trimmed).filter { !$0.isEmpty }
      .map { TypedPath.expanded($0) }
  }

  /// Whether the form is complete; otherwise shows what is missing.
  func validate() -> Bool {
    isFileMissing = paths.isEmpty
    isPipe = paths.contains("-")
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
    begun = services.clock.now
    defer { (isRunning, progress) = (false, nil) }
    let request = services.request(
      files: paths, parameter: parameter.trimmed, isDryRun: isDryRun, replaces: replaces)
    let (updates, sink) = AsyncStream.makeStream(
      of: TransferProgress.self, bufferingPolicy: .bufferingNewest(1))
    (self.sink, isCancelling) = (sink, false)
    defer { self.sink = nil }
    let transfer = transfer
    let result = await withTaskGroup(of: Result<TransferReport, TransferError>.self) { group in
      group.addTask { await Self.result(of: transfer, request, sink) }
      for await progress in updates {
        if isCancelling { group.cancelAll() } else { self.progress = progress }
      }
      return await group.next() ?? .failure(.cancelled)
    }
    switch result {
    case .success(let report): return report
    case .failure(let error):
      problem = error
      return nil
    }
  }

  /// Cancels the transfer.
  func cancel() {
    isCancelling = true
    sink?.yield(TransferProgress(step: "", done: 0))
  }

  @concurrent private static func result(
    of transfer: Transfer, _ request: Transfer.Request,
    _ sink: AsyncStream<TransferProgress>.Continuation
  ) async -> Result<TransferReport, TransferError> {
    defer { sink.finish() }
    do throws(TransferError) {
      return .success(try await transfer.run(request) { sink.yield($0) })
    } catch { return .failure(error) }
  }
}

/// A path typed into a form.
enum TypedPath {
  /// Returns the path with `~` expanded as in a shell: to `HOME` or, without it, to the home folder
  /// of the process's user; `~bo` is the home folder of another user.
  static func expanded(
    _ typed: String, home: String? = ProcessInfo.processInfo.environment["HOME"]
  ) -> String {
    if let home, typed == "~" || typed.hasPrefix("~/") { return home + typed.dropFirst() }
    return (typed as NSString).expandingTildeInPath
  }
}
