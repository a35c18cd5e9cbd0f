import Files
import Services
import Foundation

/// Exports what a reader read in one year as a text.
struct YearExport: Sendable {
  let stores: any LibraryStores
  let clock: any AppClock
  private let work = LongWork("year")

  init(stores: any LibraryStores, clock: any AppClock) {
    self.stores = stores
    self.clock = clock
  }

  /// The reason why an export failed.
  enum Failure: Error {
    /// The entered year isn't one.
    case notAYear
    /// The reader read nothing in the year.
    case nothing(year: Int)
    case file(FileProblem)
    case storage(StorageError)
    case cancelled
  }

  /// Writes the text of a year to the request's file.
  ///
  /// - Returns: the exported review.
  func write(
    _ request: Transfer.Request, text: @escaping @Sendable (YearReview) -> String
  ) async throws(Failure) -> YearReview {
    let today = clock.today
    guard let year = Self.year(request.parameter, today: today) else { throw .notAYear }
    let path = request.files.first ?? ""
    do throws(FileProblem) { try FilePlace.checkWriting(path) } catch { throw .file(error) }
    let entries: [LibraryEntry]
    do throws(StorageError) {
      entries = try await stores.store(of: request.owner).read("reading all books", isLong: true) {
        reader throws(StorageError) in try reader.allEntries()
      }
    } catch { throw error == .cancelled ? .cancelled : .storage(error) }
    return try await work.run { () throws(Failure) in
      let review = YearReview(year, entries, today: today)
      if review.isEmpty { throw .nothing(year: year) }
      do throws(FileProblem) {
        let file = try FileReplacement(path: path, replaces: request.replaces)
        try file.write(Data(text(review).utf8))
        // A replacement without `keep` leaves no file.
        if Task.isCancelled { throw .cancelled }
        try file.keep()
      } catch { throw error == .cancelled ? .cancelled : .file(error) }
      return review
    }
  }

  /// Parses a year; an empty text means the current one.
  static func year(_ typed: String, today: CalendarDate) -> Int? {
    if typed.isEmpty { return today.year }
    return Int(digits: typed, upTo: 4).flatMap { $0 > 0 ? $0 : nil }
  }
}
