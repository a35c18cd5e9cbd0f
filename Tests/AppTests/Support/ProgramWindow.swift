// Needs: Books, Onboarding

import Core
import Services
import Dispatch
import Foundation
import TestKit

/// The built program as a window that stays open and is driven step by step.
@MainActor final class ProgramWindow {
  private let process: ChildProcess
  private let lines: AsyncStream<String>

  init(_ program: Program) throws {
    let process = try program.started()
    self.process = process
    let (output, errors) = (process.output, process.errors)
    // The messages are not used, but must not fill the pipe.
    DispatchQueue(label: "blocked").async { _ = try? errors.readToEnd() }
    lines = AsyncStream { continuation in
      DispatchQueue(label: "blocked").async {
        var rest = Data()
        while true {
          let more = output.nextBytes()
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

  var identifier: Int32 { process.identifier }

  /// Types lines.
  func type(_ words: String) throws {
    try process.input.write(contentsOf: Data(words.utf8))
  }

  /// Types lines, and reads the output up to a line that contains a text.
  ///
  /// - Returns: the output before that line, or nil if the program ended without it.
  @discardableResult
  func type(_ words: String, until text: String) async throws -> String? {
    try type(words)
    var said = ""
    for await line in lines {
      if line.contains(text) { return said }
      said += line + "\n"
    }
    return nil
  }

  /// Kills the program.
  func kill() async { _ = await end(by: SIGKILL) }

  /// Sends a signal, and waits for the program's end. Returns its status.
  func end(by signal: Int32) async -> Int32 {
    process.send(signal)
    return await process.end()
  }

  /// The program's POSIX locks on a file.
  func locks(on path: String) -> Set<String> { ProcessLocks.of(identifier, on: path) }
}
