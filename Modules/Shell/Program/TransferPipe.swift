import Terminal
import Files
import Foundation
import Services

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// Standard input or output as a file of a transfer: a private temporary file, because a transfer
/// may read its file twice, or rename it into place.
///
/// The file and its folder are deleted with the pipe, and those of a killed process by a later one.
final class TransferPipe: Sendable {
  /// The word that means standard input or output.
  static let word = "-"
  /// The maximum size of standard input: four times the largest library that can be imported.
  static let maximumSize = 1 << 30

  /// The path of the file, which does not exist yet.
  let path: String
  /// The folder of temporary files.
  private let base: String
  private let folder: String
  /// The folder's descriptor, whose lock says that it is used.
  private let lock: Int32
  private let work = LongWork("standard input")

  /// Creates the private folder.
  ///
  /// - Parameter program: the beginning of its name.
  init(
    program: String,
    in base: String = FileManager.default.temporaryDirectory.path(percentEncoded: false)
  ) throws(FileProblem) {
    self.base = base
    let beginning = "\(program)-transfer."
    Self.removeLeftovers(in: base, beginning)
    let slash = base.hasSuffix("/") ? "" : "/"
    var template = Array("\(base)\(slash)\(beginning)XXXXXX".utf8CString)
    // The umask may remove the owner's permissions.
    guard mkdtemp(&template) != nil, chmod(template, 0o700) == 0 else {
      throw FileProblem(errno, path: base, isWriting: true)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/file"
    lock = open(folder, O_RDONLY | O_CLOEXEC)
    flock(lock, LOCK_EX | LOCK_NB)
  }

  deinit {
    discard()
    close(lock)
  }

  /// Deletes this user's folders that no process has locked and that are older than an hour: a new
  /// one is locked a moment later.
  private static func removeLeftovers(in base: String, _ beginning: String) {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: base)) ?? [] {
      let folder = "\(base)/\(name)"
      // The attributes of a link, not of its target.
      guard name.hasPrefix(beginning), name.utf8.count == beginning.utf8.count + 6,
        let attributes = try? FileManager.default.attributesOfItem(atPath: folder),
        attributes[.type] as? FileAttributeType == .typeDirectory,
        attributes[.ownerAccountID] as? Int == Int(geteuid()),
        let changed = attributes[.modificationDate] as? Date, changed.timeIntervalSinceNow < -3600
      else { continue }
      let lock = open(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      if flock(lock, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: folder) }
      close(lock)
    }
  }

  /// Returns a message about the file as one about standard input or output, or about the folder of temporary files if
  /// that is full.
  func inWords(_ message: String) -> String {
    message.replacing(
      FileProblem.full(path).description, with: FileProblem.full(base).description
    ).replacing(path, with: Self.word)
  }

  /// Deletes the file and its folder; an open file can still be read.
  func discard() { try? FileManager.default.removeItem(atPath: folder) }

  /// Copies standard input into the file.
  @MainActor func fill(from console: Console) async throws(TransferError) {
    do throws(FileProblem) {
      guard console.isOfProcess else { return try await fill(from: console.lines) }
      try await work.run { () throws(FileProblem) in
        try JobSignals.letThrough { () throws(FileProblem) in try fill(from: STDIN_FILENO) }
      }
    } catch { throw TransferError(error) }
  }

  /// Copies the lines of a console in memory.
  private func fill(from lines: LineQueue) async throws(FileProblem) {
    let file = try FileReplacement(path: path)
    while case .text(let line) = await lines.next() { try file.write(Data("\(line)\n".utf8)) }
    try file.keep()
  }

  /// Copies standard input into the file, until its end; a cancelled task stops at once.
  ///
  /// - Parameter descriptor: the file descriptor of standard input.
  func fill(from descriptor: Int32) throws(FileProblem) {
    let input = FileInput(descriptor: descriptor, name: Self.word, limit: Self.maximumSize)
    let file = try FileReplacement(path: path)
    while true {
      let bytes = try input.read()
      if bytes.isEmpty { break }
      try file.write(Data(bytes))
    }
    try file.keep()
  }
}
