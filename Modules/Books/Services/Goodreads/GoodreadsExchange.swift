import Files
import Services
import Core
import Foundation
import Goodreads

/// Imports Goodreads files into a library, and exports a library as one.
struct GoodreadsExchange: Sendable {
  let stores: any LibraryStores
  let identifiers: any IdentifierSource
  let clock: any AppClock
  let work = LongWork("goodreads")

  /// A step of an import or export.
  enum Step: Hashable, Sendable {
    case reading, comparing, saving, preparing, writing
  }

  /// The progress: bytes of the file or lines, and the number of books.
  struct Progress: Sendable {
    var step: Step
    var done: Int
    var total: Int?
    var count: Int
  }

  /// The reason why an import failed.
  enum Failure: Error {
    /// The file isn't a Goodreads library, or can't be read.
    case format(GoodreadsProblem)
    case transfer(TransferError)
  }

  /// The result of an import.
  struct Imported: Sendable {
    var counts: GoodreadsCounts
    var shelves: Int
    /// The number of columns that Goodreads does not have.
    var columns: Int
    var rejections: GoodreadsRejections
    var differences: [TransferReport.Difference]
    /// The values that are not shown.
    var unshown: [GoodreadsPlan.UnshownValue]
    var isDryRun: Bool
  }

  /// Imports a file into the library of an owner, atomically.
  func importFile(
    _ request: Transfer.Request, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(Failure) -> Imported {
    try await work.run { () throws(Failure) in try importNow(request, progress) }
  }

  private func importNow(
    _ request: Transfer.Request, _ progress: @Sendable (Progress) -> Void
  ) throws(Failure) -> Imported {
    let input: FileInput
    do throws(FileProblem) {
      input = try FileInput(path: request.files.first ?? "", limit: GoodreadsFile.maximumSize)
    } catch { throw .format(.file(error)) }
    let size = input.size
    // Reading is the first half of the progress, saving the second.
    let file: GoodreadsFile
    do throws(GoodreadsProblem) {
      file = try GoodreadsFile(input) { bytes, count in
        progress(
          Progress(
            step: .reading, done: bytes, total: size.map { 2 * max($0, 1) }, count: count))
      }
    } catch { throw .format(error) }
    let length = max(input.position, 1)
    do throws(StorageError) {
      return try stores.write("importing a file", for: request.owner) {
        records throws(StorageError) in
        try importRows(of: file, into: records, isDryRun: request.isDryRun) { part, count in
          progress(
            Progress(
              step: request.isDryRun ? .comparing : .saving,
              done: length + Int(part * Double(length)), total: 2 * length, count: count))
        }
      }
    } catch { throw .transfer(TransferError(error)) }
  }

  private func importRows(
    of file: GoodreadsFile, into records: any LibraryRecords, isDryRun: Bool,
    progress: (Double, Int) -> Void
  ) throws(StorageError) -> Imported {
    var plan = try GoodreadsPlan(
      records, identifiers: identifiers, now: clock.now, timeZone: clock.timeZone)
    plan.reserve(file)
    var rejections = file.rejections
    for number in 0..<file.count {
      // The index of a cancelled task may be incomplete.
      if Task.isCancelled { throw .cancelled }
      do throws(GoodreadsRejection) {
        try plan.add(try file.row(at: number))
      } catch { rejections.add(error, on: file.line(at: number)) }
      if number % 500 == 499 { progress(0.5 * Double(number) / Double(file.count), number) }
    }
    // From here on a library in memory is changed, where nothing can fail.
    if Task.isCancelled { throw .cancelled }
    if !isDryRun {
      try plan.apply(to: records) { progress(0.5 + 0.5 * $0, file.count) }
    }
    return Imported(
      counts: plan.counts, shelves: plan.newShelves.count, columns: file.header.unknownCount,
      rejections: rejections, differences: plan.differences, unshown: plan.unshown,
      isDryRun: isDryRun)
  }
}
