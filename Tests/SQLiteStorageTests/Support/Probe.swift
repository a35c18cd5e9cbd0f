import Core
import Services
import Foundation
import TestKit

/// A process that writes to a database until a fault.
struct Probe {
  /// The output of the process, line by line.
  let lines: [String]
  let wasKilled: Bool

  /// The confirmed transfers.
  var done: [Int] {
    lines.compactMap { $0.hasPrefix("done ") ? Int($0.dropFirst(5)) : nil }
  }

  /// The failed transfers, with their messages.
  var failed: [Int: String] {
    var failed: [Int: String] = [:]
    for line in lines where line.hasPrefix("failed ") {
      let words = line.split(separator: " ", maxSplits: 2)
      if words.count == 3, let number = Int(words[1]) { failed[number] = String(words[2]) }
    }
    return failed
  }

  /// Runs the process to its end.
  static func run(_ command: String, at number: Int, on path: String) async throws -> Probe {
    let process = try started(command, number, path)
    try process.input.close()
    let lines = lines(of: process.output)
    var all: [String] = []
    for await line in lines { all.append(line) }
    return Probe(lines: all, wasKilled: await process.end() > 128)
  }

  /// Runs a process during `body`, after its first line of output.
  static func during<Value>(
    _ command: String, _ number: Int, on path: String, _ body: () async throws -> Value
  ) async throws -> (Value, Probe) {
    let process = try started(command, number, path)
    let lines = lines(of: process.output)
    var said = lines.makeAsyncIterator()
    var all = [await said.next()].compactMap { $0 }
    let value: Value
    do { value = try await body() } catch {
      process.send(SIGTERM)
      throw error
    }
    try process.input.close()
    while let line = await said.next() { all.append(line) }
    return (value, Probe(lines: all, wasKilled: await process.end() > 128))
  }

  private static func started(
    _ command: String, _ number: Int, _ path: String
  ) throws -> ChildProcess {
    let process = try ChildProcess(
      folder.appending(path: "StorageProbe").path, [command, String(number), path])
    // The messages are not used, but must not fill the pipe.
    DispatchQueue(label: "blocked").async { _ = try? process.errors.readToEnd() }
    return process
  }

  private static func lines(of output: FileHandle) -> AsyncStream<String> {
    AsyncStream { continuation in
      DispatchQueue(label: "blocked").async {
        while let line = line(output) { continuation.yield(line) }
        continuation.finish()
      }
    }
  }

  /// Returns the next line, or nil at the end.
  private static func line(_ file: FileHandle) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? file.read(upToCount: 1)?.first {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// The folder of the programs, beside the tests.
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}
