import Services
import Foundation

/// Brings Goodreads files into a library, and writes a library as one.
struct GoodreadsTransfers {
  let stores: any LibraryStores
  let database: (any Database)?
  let identifiers: any IdentifierSource
  let clock: any AppClock
  let work = LongWork("goodreads")

  /// How many rows that were not taken are listed.
  static let maximumRejections = 5000

  /// Told how far it is.
  typealias Progress = @Sendable (TransferProgress) -> Void

  /// What the feature offers.
  var transfers: [Transfer] {
    var take = Transfer(
      "import-goodreads", command: "import goodreads", title: GoodreadsWords.importTitle,
      explanation: GoodreadsWords.importExplanation, direction: .reads
    ) { request, progress throws(TransferError) in
      try await self.take(request, progress: progress)
    }
    take.offersDryRun = true
    take.example = GoodreadsWords.example
    let give = Transfer(
      "export-goodreads", command: "export goodreads", title: GoodreadsWords.exportTitle,
      explanation: GoodreadsWords.exportExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      try await self.give(request, progress: progress)
    }
    return [take, give]
  }

  /// Brings a file into the library of an owner, as a whole or not at all.
  func take(
    _ request: Transfer.Request, progress: @escaping Progress
  ) async throws(TransferError) -> TransferReport {
    try await work.run { () throws(TransferError) in try takeNow(request, progress) }
  }

  private func takeNow(
    _ request: Transfer.Request, _ progress: Progress
  ) throws(TransferError) -> TransferReport {
    let input: FileInput
    do throws(FileProblem) {
      input = try FileInput(path: request.files.first ?? "", limit: GoodreadsFile.maximumSize)
    } catch { throw TransferError(error) }
    let size = input.size
    // Reading is the first half of what takes its time, saving the second one.
    let file = try GoodreadsFile(input) { bytes, count in
      progress(
        TransferProgress(
          step: GoodreadsWords.reading, done: bytes, total: size.map { 2 * max($0, 1) },
          count: count))
    }
    let length = max(input.position, 1)
    let result = Result { () throws(StorageError) in
      try change(request.owner, GoodreadsWords.importing) { records throws(StorageError) in
        try bring(file, into: records, isDryRun: request.isDryRun) { part, count in
          progress(
            TransferProgress(
              step: request.isDryRun ? GoodreadsWords.comparing : GoodreadsWords.saving,
              done: length + Int(part * Double(length)), total: 2 * length, count: count))
        }
      }
    }
    switch result {
    case .success(let report): return report
    case .failure(.cancelled): throw .cancelled
    case .failure(let error): throw .storage(error)
    }
  }

  private func bring(
    _ file: GoodreadsFile, into records: any LibraryRecords, isDryRun: Bool,
    progress: (Double, Int) -> Void
  ) throws(StorageError) -> TransferReport {
    var plan = try GoodreadsPlan(records, identifiers: identifiers, now: clock.now)
    var rejections = file.rejections
    for number in 0..<file.count {
      // What an index found of a cancelled task may be a part.
      if Task.isCancelled { throw .cancelled }
      do throws(GoodreadsRejection) {
        try plan.take(try file.row(at: number))
      } catch { rejections.add(error, on: file.line(at: number)) }
      if number % 500 == 499 { progress(0.5 * Double(number) / Double(file.count), number) }
    }
    // From here on a library in memory is changed; nothing fails there.
    if Task.isCancelled { throw .cancelled }
    if !isDryRun {
      try plan.apply(to: records) { progress(0.5 + 0.5 * $0, file.count) }
    }
    var report = GoodreadsWords.report(
      plan.counts, shelves: plan.newShelves.count, columns: file.header.unknownCount,
      rejectionCount: rejections.count, isDryRun: isDryRun)
    report.rejections = rejections.listed.map { rejection in
      TransferReport.Rejection(line: rejection.line, reason: GoodreadsWords.reason(rejection.why))
    }
    report.differences = plan.differences
    return report
  }

  /// Changes a library in one transaction, on the thread that asks.
  func change<Value: Sendable>(
    _ owner: Owner, _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) throws(StorageError) -> Value {
    guard let database else { return try body(stores.records(of: owner, in: nil)) }
    return try database.write(operation) { transaction throws(StorageError) in
      try body(stores.records(of: owner, in: transaction))
    }
  }
}
