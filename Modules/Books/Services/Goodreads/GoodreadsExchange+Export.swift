import Files
import Services
import Foundation

extension GoodreadsExchange {
  /// Exports the library of an owner as a Goodreads file.
  ///
  /// - Returns: the number of books.
  func exportFile(
    _ request: Transfer.Request, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(TransferError) -> Int {
    let path = request.files.first ?? ""
    do throws(FileProblem) { try FilePlace.checkWriting(path) } catch { throw TransferError(error) }
    let timeZone = clock.timeZone
    let export: GoodreadsExport
    do throws(StorageError) {
      let library = stores.store(of: request.owner)
      export = try await library.read("reading your library", isLong: true) {
        reader throws(StorageError) in
        GoodreadsExport(
          try reader.allEntries(), try reader.ownShelves(), try reader.importedRows(),
          timeZone: timeZone)
      }
    } catch { throw TransferError(error) }
    if export.count == 0 { throw .nothingToExport(account: request.account) }
    return try await work.run { () throws(TransferError) in
      do throws(FileProblem) {
        let file = try FileReplacement(path: path, replaces: request.replaces)
        try write(export, to: file, progress)
        // A replacement without `keep` leaves no file.
        if Task.isCancelled { throw .cancelled }
        try file.keep()
      } catch { throw TransferError(error) }
      return export.count
    }
  }

  private func write(
    _ export: GoodreadsExport, to file: FileReplacement, _ progress: (Progress) -> Void
  ) throws(FileProblem) {
    // Preparing is the first half of the progress, writing the second.
    let total = 2 * export.count + 1
    var (data, count) = (Data(), 0)
    try export.eachLine(
      preparing: { books in
        progress(Progress(step: .preparing, done: books, total: total, count: books))
      }
    ) { line throws(FileProblem) in
      data.append(contentsOf: line.utf8)
      data.append(UInt8(ascii: "\n"))
      count += 1
      guard data.count > 1 << 18 else { return true }
      try file.write(data)
      data.removeAll(keepingCapacity: true)
      progress(
        Progress(step: .writing, done: export.count + count, total: total, count: count - 1))
      return !Task.isCancelled
    }
    try file.write(data)
  }
}
