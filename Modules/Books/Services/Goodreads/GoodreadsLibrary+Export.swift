import Files
import Services
import Foundation

extension GoodreadsLibrary {
  /// Exports the library of an owner as a Goodreads file.
  ///
  /// - Returns: the number of books.
  func exportFile(
    _ request: Transfer.Request, progress: @escaping @Sendable (Progress) -> Void
  ) async throws(Failure) -> Int {
    try await work.run { () throws(Failure) in try exportNow(request, progress) }
  }

  private func exportNow(
    _ request: Transfer.Request, _ progress: @Sendable (Progress) -> Void
  ) throws(Failure) -> Int {
    let path = request.files.first ?? ""
    do throws(FileProblem) { try FilePlace.checkWriting(path) } catch { throw .file(error) }
    let export: GoodreadsExport
    do throws(StorageError) {
      export = try change(request.owner, "reading your library") { records throws(StorageError) in
        GoodreadsExport(
          try records.allEntries(), try records.ownShelves(), try records.importedRows(),
          timeZone: clock.timeZone)
      }
    } catch { throw error == .cancelled ? .cancelled : .storage(error) }
    if export.count == 0 { throw .nothingToExport }
    var count = 0
    do throws(FileProblem) {
      let file = try FileReplacement(path: path, replaces: request.replaces)
      var data = Data()
      var isCancelled = false
      try export.eachLine { line throws(FileProblem) in
        data.append(contentsOf: line.utf8)
        data.append(UInt8(ascii: "\n"))
        count += 1
        guard data.count > 1 << 18 else { return true }
        try file.write(data)
        data.removeAll(keepingCapacity: true)
        isCancelled = Task.isCancelled
        progress(
          Progress(
            step: .writing, done: count, total: export.count + 1, count: count - 1))
        return !isCancelled
      }
      try file.write(data)
      // A replacement without `keep` leaves no file.
      if !isCancelled, !Task.isCancelled { try file.keep() } else { count = -1 }
    } catch { throw .file(error) }
    if count < 0 { throw .cancelled }
    return count - 1
  }
}
