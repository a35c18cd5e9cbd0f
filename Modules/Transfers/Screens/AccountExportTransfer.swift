import Accounts
import Files
import Services
import Foundation

/// Exports all of an owner's data as one JSON object (RFC 8259), with a key for each feature.
///
/// Each feature's part is a snapshot, but the parts are read one after the other: another window's
/// change may be in a later part only. One transaction for all would have to span asynchronous
/// calls. A backup is a single snapshot.
struct AccountExport: Sendable {
  let data: @MainActor @Sendable () -> [any AccountData]
  private let work = LongWork("export")

  init(data: @escaping @MainActor @Sendable () -> [any AccountData]) {
    self.data = data
  }

  /// The transfer.
  var transfer: Transfer {
    Transfer(
      "export-json", command: "export json", title: TransfersText.jsonTitle,
      explanation: TransfersText.jsonExplanation, direction: .writes
    ) { request, progress throws(TransferError) in
      try await self.write(request, progress)
    }
  }

  @concurrent private func write(
    _ request: Transfer.Request, _ progress: @Sendable (TransferProgress) -> Void
  ) async throws(TransferError) -> TransferReport {
    let items = await data().sorted { $0.name < $1.name }
    var parts: [(name: String, json: Data)] = []
    for (number, item) in items.enumerated() {
      progress(
        TransferProgress(step: TransfersText.collecting, done: number, total: items.count + 1))
      do throws(StorageError) {
        if let json = try await item.export(of: request.owner) { parts.append((item.name, json)) }
      } catch { throw error == .cancelled ? .cancelled : .storage(error) }
      if Task.isCancelled { throw .cancelled }
    }
    if parts.isEmpty { throw .nothingToExport(account: request.account) }
    progress(
      TransferProgress(
        step: TransfersText.writing, done: items.count, total: items.count + 1,
        count: parts.count))
    let object = Self.object(parts)
    try await work.run { () throws(TransferError) in
      let isCancelled: Bool
      do throws(FileProblem) {
        let file = try FileReplacement(
          path: request.files.first ?? "", replaces: request.replaces)
        try file.write(object)
        // A replacement without `keep` leaves no file.
        isCancelled = Task.isCancelled
        if !isCancelled { try file.keep() }
      } catch { throw TransferError(error) }
      if isCancelled { throw .cancelled }
    }
    return TransfersText.exported(bytes: object.count, account: request.account)
  }

  /// Joins the parts, which are JSON, without parsing them.
  private static func object(_ parts: [(name: String, json: Data)]) -> Data {
    var object = Data("{".utf8)
    for (number, part) in parts.enumerated() {
      let name = (try? JSONEncoder().encode(part.name)) ?? Data("\"\"".utf8)
      object += Data((number == 0 ? "\n" : ",\n").utf8) + name + Data(": ".utf8) + part.json
    }
    return object + Data("\n}\n".utf8)
  }
}
