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
  static func run(_ fault: String, at call: Int, on path: String) async throws -> Probe {
    let process = Process()
    process.executableURL = folder.appending(path: "StorageProbe")
    process.arguments = [fault, String(call), path]
    let pipe = Pipe()
    process.standardOutput = pipe
    process.standardError = FileHandle.nullDevice
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

  /// Where the programs are: beside the tests.
  private static let folder = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
}
