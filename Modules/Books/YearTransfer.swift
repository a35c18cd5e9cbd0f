import Core
import Files
import Foundation
import Services

/// The export of a year of reading as a text.
enum YearTransfer {
  /// Creates the transfer.
  static func make(_ stores: any LibraryStores, clock: any AppClock) -> Transfer {
    let work = LongWork("year")
    var transfer = Transfer(
      "export-year", command: "export year", title: YearTransferText.title,
      explanation: YearTransferText.explanation, direction: .writes
    ) { request, progress throws(TransferError) in
      progress(TransferProgress(step: YearTransferText.collecting, done: 0))
      return try await export(request, from: stores, today: clock.today, on: work)
    }
    transfer.parameter = YearTransferText.year
    return transfer
  }

  private static func export(
    _ request: Transfer.Request, from stores: any LibraryStores, today: CalendarDate,
    on work: LongWork
  ) async throws(TransferError) -> TransferReport {
    guard let year = Self.year(request.parameter, today: today) else {
      throw .format(YearTransferText.notAYear)
    }
    let path = request.files.first ?? ""
    do throws(FileProblem) { try FilePlace.checkWriting(path) } catch { throw TransferError(error) }
    let entries: [LibraryEntry]
    do throws(StorageError) {
      entries = try await stores.store(of: request.owner).read("reading all books", isLong: true) {
        reader throws(StorageError) in try reader.allEntries()
      }
    } catch { throw TransferError(error) }
    return try await work.run { () throws(TransferError) in
      let review = YearReview(year, entries, today: today)
      if review.isEmpty { throw .format(YearTransferText.nothing(in: year)) }
      do throws(FileProblem) {
        let file = try FileReplacement(path: path, replaces: request.replaces)
        try file.write(Data(YearReviewText(review: review).markdown.utf8))
        // A replacement without `keep` leaves no file.
        if Task.isCancelled { throw .cancelled }
        try file.keep()
      } catch { throw TransferError(error) }
      return TransferReport(
        summary: YearTransferText.exported(review.year, account: request.account))
    }
  }

  /// Parses a year; an empty text means the current one.
  static func year(_ typed: String, today: CalendarDate) -> Int? {
    if typed.isEmpty { return today.year }
    return Int(digits: typed, upTo: 4).flatMap { $0 > 0 ? $0 : nil }
  }
}
