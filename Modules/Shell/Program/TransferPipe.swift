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
/// The file and its folder are deleted with the pipe.
final class TransferPipe: Sendable {
  /// The word that means standard input or output.
  static let word = "-"
  /// The maximum size of standard input: four times the largest library that can be imported.
  static let maximumSize = 1 << 30

  /// The path of the file, which does not exist yet.
  let path: String
  private let folder: String
  private let work = LongWork("standard input")

  /// Creates the private folder.
  init() throws(FileProblem) {
    let base = FileManager.default.temporaryDirectory.path(percentEncoded: false)
    var template = Array("\(base.hasSuffix("/") ? base : base + "/")transfer.XXXXXX".utf8CString)
    guard mkdtemp(&template) != nil else {
      throw FileProblem(errno, path: base, isWriting: true)
    }
    folder = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    path = folder + "/file"
  }

  deinit { discard() }

  /// Deletes the file and its folder; an open file can still be read.
  func discard() { try? FileManager.default.removeItem(atPath: folder) }

  /// Copies standard input into the file.
  @MainActor func fill(from console: Console) async throws(TransferError) {
    do throws(FileProblem) {
      guard console.takesSignals else { return try await fill(from: console.lines) }
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
  func fill(from descriptor: Int32, limit: Int = maximumSize) throws(FileProblem) {
    let input = FileInput(descriptor: descriptor, name: Self.word, limit: limit)
    let file = try FileReplacement(path: path)
    while true {
      let bytes = try input.read()
      if bytes.isEmpty { break }
      try file.write(Data(bytes))
    }
    try file.keep()
  }
}
