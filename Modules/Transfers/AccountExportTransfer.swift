import Accounts
import Files
import Services
import Foundation

/// The export of all of an owner's data as one JSON object (RFC 8259), with a key for each feature.
///
/// Each feature's part is a snapshot, but the parts are read one after the other: another window's
/// change may be in a later part only. One transaction for all would have to span asynchronous
/// calls. A backup is a single snapshot.
enum AccountExportTransfer {
  /// Creates the transfer of an export.
  ///
  /// - Parameter data: the account data of all features.
  static func make(_ data: @escaping @MainActor @Sendable () -> [any AccountData]) -> Transfer {
    let work = LongWork("export")
    return Transfer(
      "export-json", command: "export json", title: TransfersText.jsonTitle,
      explanation: TransfersText.jsonExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      let path = request.files.first ?? ""
      do throws(FileProblem) { try FilePlace.checkWriting(path) } catch {
        throw TransferError(error)
      }
      let items = await data().sorted { $0.name < $1.name }
      let parts = try await Self.parts(of: items, request.owner, progress)
      if parts.isEmpty { throw .nothingToExport(account: request.account) }
      progress(
        TransferProgress(
          step: TransfersText.writing, done: items.count, total: items.count + 1))
      try await work.run { () throws(TransferError) in
        do throws(FileProblem) {
          let file = try FileReplacement(path: path, replaces: request.replaces)
          for part in parts { try file.write(part) }
          // A replacement without `keep` leaves no file.
          if Task.isCancelled { throw .cancelled }
          try file.keep()
        } catch { throw TransferError(error) }
      }
      let bytes = parts.reduce(0) { $0 + $1.count }
      return TransfersText.exported(bytes: bytes, account: request.account)
    }
  }

  /// Collects the parts of the file, which are JSON and are not parsed; none if there is no data.
  @concurrent private static func parts(
    of items: [any AccountData], _ owner: Owner, _ progress: @Sendable (TransferProgress) -> Void
  ) async throws(TransferError) -> [Data] {
    var parts: [Data] = []
    for (number, item) in items.enumerated() {
      progress(
        TransferProgress(step: TransfersText.collecting, done: number, total: items.count + 1))
      let part: Data?
      do throws(StorageError) { part = try await item.export(of: owner) } catch {
        throw TransferError(error)
      }
      if Task.isCancelled { throw .cancelled }
      guard let part else { continue }
      let key = (try? JSONEncoder().encode(item.name)) ?? Data("\"\"".utf8)
      parts += [Data((parts.isEmpty ? "{\n" : ",\n").utf8) + key + Data(": ".utf8), part]
    }
    return parts.isEmpty ? [] : parts + [Data("\n}\n".utf8)]
  }
}
