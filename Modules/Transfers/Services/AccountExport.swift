import Accounts
import Files
import Services
import Foundation
import Synchronization

/// Exports all of an owner's data as one JSON object (RFC 8259), with a key for each feature.
///
/// Each feature's part is a snapshot, but the parts are read one after the other: another window's
/// change may be in a later part only. One transaction for all would have to span asynchronous
/// calls. A backup is a single snapshot.
struct AccountExport: Sendable {
  /// A step of an export.
  enum Step: Hashable, Sendable {
    case collecting, writing
  }

  /// The progress: the number of collected parts.
  struct Progress: Sendable {
    var step: Step
    var done: Int
    var total: Int
  }

  let data: @MainActor @Sendable () -> [any AccountData]
  private let work = LongWork("export")

  init(data: @escaping @MainActor @Sendable () -> [any AccountData]) {
    self.data = data
  }

  /// Writes the file.
  ///
  /// - Returns: the number of bytes.
  @concurrent func write(
    _ request: Transfer.Request, _ progress: @Sendable (Progress) -> Void
  ) async throws(TransferError) -> Int {
    let items = await data().sorted { $0.name < $1.name }
    let object = JSONObjectFile(path: request.files.first ?? "", replaces: request.replaces)
    var bytes = 0
    for (number, item) in items.enumerated() {
      progress(Progress(step: .collecting, done: number, total: items.count + 1))
      let part: Data?
      do throws(StorageError) { part = try await item.export(of: request.owner) } catch {
        throw TransferError(error)
      }
      if Task.isCancelled { throw .cancelled }
      guard let part else { continue }
      bytes += try await work.run { () throws(TransferError) in try object.add(item.name, part) }
    }
    if bytes == 0 { throw .nothingToExport(account: request.account) }
    progress(Progress(step: .writing, done: items.count, total: items.count + 1))
    bytes += try await work.run { () throws(TransferError) in
      let end = try object.end()
      // A file that is not kept is deleted.
      if Task.isCancelled { throw TransferError.cancelled }
      try object.keep()
      return end
    }
    return bytes
  }
}

/// A file with one JSON object, which is written part by part: the parts are JSON, and are not parsed.
private final class JSONObjectFile: Sendable {
  private let path: String
  private let replaces: Bool
  /// Nil before the first part.
  private let file = Mutex<FileReplacement?>(nil)

  init(path: String, replaces: Bool) {
    (self.path, self.replaces) = (path, replaces)
  }

  /// Writes a part; returns the number of bytes.
  func add(_ name: String, _ part: Data) throws(TransferError) -> Int {
    let key = (try? JSONEncoder().encode(name)) ?? Data("\"\"".utf8)
    return try change { file throws(FileProblem) in
      let beginning = Data((file == nil ? "{\n" : ",\n").utf8) + key + Data(": ".utf8)
      let open = if let file { file } else { try FileReplacement(path: path, replaces: replaces) }
      file = open
      for data in [beginning, part] { try open.write(data) }
      return beginning.count + part.count
    }
  }

  /// Writes the end; returns the number of bytes.
  func end() throws(TransferError) -> Int {
    let end = Data("\n}\n".utf8)
    return try change { file throws(FileProblem) in
      try file?.write(end)
      return end.count
    }
  }

  /// Gives the file its name.
  func keep() throws(TransferError) {
    try change { file throws(FileProblem) in try file?.keep() }
  }

  private func change<Value: Sendable>(
    _ body: (inout FileReplacement?) throws(FileProblem) -> Value
  ) throws(TransferError) -> Value {
    do throws(FileProblem) {
      return try file.withLock { file throws(FileProblem) in try body(&file) }
    } catch { throw TransferError(error) }
  }
}
