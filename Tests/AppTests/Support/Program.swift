import Dispatch
import Foundation

/// The built program as a process of its own.
struct Program {
  /// How it ended, and what it said.
  struct Result: Sendable {
    var status: Int32
    var output: String
    var messages: String
  }

  let arguments: [String]
  var environment: [String: String] = ["LANG": "C.UTF-8", "TZ": "UTC"]

  /// Runs the program to its end.
  func run(_ script: String = "") async throws -> Result {
    let (process, input, output, errors) = try started()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    async let messages = Self.read(errors)
    let text = await Self.read(output)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: text, messages: await messages)
  }

  /// Runs the program until it has said so many lines, and kills it then (SIGKILL).
  ///
  /// - Returns: what it has said.
  func kill(after script: String, lines: Int) async throws -> String {
    let (process, input, output, _) = try started()
    try input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    let text = await Self.read(output, lines: lines)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // It was open to the end: what the program did, it did not do because there was nothing more.
    try input.fileHandleForWriting.close()
    return text
  }

  private func started() throws -> (Process, Pipe, Pipe, Pipe) {
    let process = Process()
    process.executableURL = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BooksApp")
    process.arguments = arguments
    process.environment = environment
    let (input, output, errors) = (Pipe(), Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    return (process, input, output, errors)
  }

  /// Reads until the end or until there are so many lines, on a thread that may wait.
  private static func read(_ pipe: Pipe, lines: Int = .max) async -> String {
    await withCheckedContinuation { continuation in
      DispatchQueue.global().async {
        var data = Data()
        while data.count(where: { $0 == 10 }) < lines {
          let more = pipe.fileHandleForReading.availableData
          if more.isEmpty { break }
          data += more
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
