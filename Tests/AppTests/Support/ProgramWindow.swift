import Dispatch
import Foundation

/// The built program as a window that stays open and is used step by step.
@MainActor final class ProgramWindow {
  private let process: Process
  private let input: FileHandle
  private let lines: AsyncStream<String>

  init(_ program: Program) throws {
    let (process, input, output, errors) = try program.started()
    self.process = process
    self.input = input.fileHandleForWriting
    // Messages are not used, but must not fill the pipe.
    DispatchQueue.global().async { _ = try? errors.fileHandleForReading.readToEnd() }
    lines = AsyncStream { continuation in
      DispatchQueue.global().async {
        var rest = Data()
        while true {
          let more = output.fileHandleForReading.availableData
          if more.isEmpty { break }
          rest += more
          while let end = rest.firstIndex(of: 10) {
            continuation.yield(String(decoding: rest[..<end], as: UTF8.self))
            rest = rest[rest.index(after: end)...]
          }
        }
        continuation.finish()
      }
    }
  }

  var identifier: Int32 { process.processIdentifier }

  /// Types words, and reads the output up to a line that contains a text.
  ///
  /// - Returns: the output before that line, or nil when the program ended without it.
  @discardableResult
  func type(_ words: String, until text: String) async throws -> String? {
    try input.write(contentsOf: Data(words.utf8))
    var said = ""
    for await line in lines {
      if line.contains(text) { return said }
      said += line + "\n"
    }
    return nil
  }

  /// Kills the program.
  func kill() {
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
  }

  /// The program's POSIX locks on a file.
  func locks(on path: String) throws -> [String] {
    let inode = try FileManager.default.attributesOfItem(atPath: path)[.systemFileNumber] as? Int
    let list = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
    return list.split(separator: "\n").map { $0.split(separator: " ").dropFirst() }.filter {
      words in
      words.contains("POSIX") && words.contains("\(identifier)")
        && words.contains { $0.hasSuffix(":\(inode ?? 0)") }
    }.map { $0.joined(separator: " ") }.sorted()
  }
}
