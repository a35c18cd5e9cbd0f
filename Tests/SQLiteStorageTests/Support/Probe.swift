import Foundation

/// A process that writes to a database until something goes wrong.
struct Probe {
  /// What the process said, line by line.
  let lines: [String]
  let wasKilled: Bool

  /// The transfers that were acknowledged.
  var done: [Int] {
    lines.compactMap { $0.hasPrefix("done ") ? Int($0.dropFirst(5)) : nil }
  }

  /// The transfers that failed, with what the process said of them.
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
    let (process, _, pipe) = made(command, number, path)
    return try await withCheckedThrowingContinuation { continuation in
      process.terminationHandler = { process in
        let text = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        continuation.resume(
          returning: Probe(
            lines: text.split(separator: "\n").map(String.init),
            wasKilled: process.terminationReason == .uncaughtSignal))
      }
      do { try process.run() } catch { continuation.resume(throwing: error) }
    }
  }

  /// Runs a process that goes on for as long as `body` does, once it has said its first line.
  static func during<Value>(
    _ command: String, _ number: Int, on path: String, _ body: () async throws -> Value
  ) async throws -> (Value, Probe) {
    let (process, input, output) = made(command, number, path)
    try process.run()
    let lines = AsyncStream<String> { continuation in
      DispatchQueue(label: "blocked").async {
        while let line = Self.line(output.fileHandleForReading) { continuation.yield(line) }
        continuation.finish()
      }
    }
    var said = lines.makeAsyncIterator()
    var all = [await said.next()].compactMap { $0 }
    let value: Value
    do { value = try await body() } catch {
      process.terminate()
      throw error
    }
    try input.fileHandleForWriting.close()
    while let line = await said.next() { all.append(line) }
    process.waitUntilExit()
    let wasKilled = process.terminationReason == .uncaughtSignal
    return (value, Probe(lines: all, wasKilled: wasKilled))
  }

  private static func made(_ command: String, _ number: Int, _ path: String) -> (
    Process, Pipe, Pipe
  ) {
    let process = Process()
    process.executableURL = folder.appending(path: "StorageProbe")
    process.arguments = [command, String(number), path]
    let (input, output) = (Pipe(), Pipe())
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    return (process, input, output)
  }

  /// The next line, or nil at the end.
  private static func line(_ file: FileHandle) -> String? {
    var bytes: [UInt8] = []
    while let byte = try? file.read(upToCount: 1)?.first {
      if byte == 10 { return String(decoding: bytes, as: UTF8.self) }
      bytes.append(byte)
    }
    return nil
  }

  /// Where the programs are: beside the tests.
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}
