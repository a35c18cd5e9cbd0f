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
  /// The words of a command that runs the program with what it may use and how long it may live.
  var wrapper: [String] = []

  /// Runs the program to its end.
  func run(_ script: String = "") async throws -> Result {
    let (process, input, output, errors) = try started()
    // A program that refuses its files ends before it has read a word.
    try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    try input.fileHandleForWriting.close()
    async let messages = Self.read(errors)
    let text = await Self.read(output)
    process.waitUntilExit()
    return Result(status: process.terminationStatus, output: text, messages: await messages)
  }

  /// Runs the program where no file may become larger than so many units of 512 bytes.
  ///
  /// - Parameter output: the file that takes what the program says.
  func limited(toBlocks blocks: Int, output: String = "/dev/stdout") -> Program {
    var program = self
    // The thread sanitizer maps a temporary file, and does not live through one that is cut off.
    program.environment["TMPDIR"] = "/nonexistent"
    // Whoever runs the tests may ignore the signal, and the program would inherit that.
    program.wrapper = [
      "/bin/sh", "-c",
      "ulimit -f \(blocks); exec env --default-signal=XFSZ \"$0\" \"$@\" > \(output)",
    ]
    return program
  }

  /// Runs the program, and kills it (SIGKILL) when so much time has gone by.
  func killed(after time: Duration) -> Program {
    var program = self
    let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    program.wrapper = ["/usr/bin/timeout", "-s", "KILL", String(format: "%.4f", seconds)]
    return program
  }

  /// Runs the program until it has said so many lines, and kills it then (SIGKILL).
  ///
  /// - Returns: what it has said.
  func kill(after script: String, lines: Int) async throws -> String {
    let (process, input, output, _) = try started()
    // A program that refuses its files ends before it has read a word.
    try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    let text = await Self.read(output, lines: lines)
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    // It was open to the end: what the program did, it did not do because there was nothing more.
    try input.fileHandleForWriting.close()
    return text
  }

  /// Runs the program until it has said so many lines, and kills it then (SIGKILL).
  ///
  /// - Returns: the most memory that it had until then, in megabytes (proc(5), VmHWM), and what it has
  ///   said.
  func peakMemory(after script: String, lines: Int) async throws -> (peak: Int, output: String) {
    let (process, input, output, errors) = try started()
    try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    let text = await Self.read(output, lines: lines)
    guard
      let status = try? String(
        contentsOfFile: "/proc/\(process.processIdentifier)/status", encoding: .utf8)
    else {
      process.waitUntilExit()
      let messages = await Self.read(errors)
      return (.max, "It ended with \(process.terminationStatus). \(messages)\n\(text)")
    }
    Foundation.kill(process.processIdentifier, SIGKILL)
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return ((line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024, text)
  }

  /// Runs the program until it has said so many lines, and asks it to end then (SIGTERM).
  ///
  /// - Returns: the status with which it ended.
  func terminate(after script: String, lines: Int) async throws -> Int32 {
    let (process, input, output, _) = try started()
    try? input.fileHandleForWriting.write(contentsOf: Data(script.utf8))
    _ = await Self.read(output, lines: lines)
    process.terminate()
    process.waitUntilExit()
    try input.fileHandleForWriting.close()
    return process.terminationStatus
  }

  func started() throws -> (Process, Pipe, Pipe, Pipe) {
    let process = Process()
    let program = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BooksApp")
    let words = wrapper + [program.path] + arguments
    process.executableURL = URL(filePath: words[0])
    process.arguments = Array(words.dropFirst())
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
        var missing = lines
        while missing > 0 {
          let more = pipe.fileHandleForReading.availableData
          if more.isEmpty { break }
          data += more
          missing -= more.count { $0 == 10 }
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
