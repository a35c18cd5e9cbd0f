import Core
import Services
import Dispatch
import Foundation
import TestKit

/// The built program as a process of its own.
struct Program {
  /// How it ended, and what it said.
  struct Result: Sendable {
    var status: Int32
    var output: String
    var messages: String
  }

  /// Where the built program is.
  static var path: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BooksApp").path
  }

  let arguments: [String]
  var environment: [String: String] = ["LANG": "C.UTF-8", "TZ": "UTC"]
  /// The words of a command that runs the program with what it may use and how long it may live.
  var wrapper: [String] = []

  /// Runs the program to its end.
  func run(_ script: String = "") async throws -> Result {
    let process = try started()
    // A program that refuses its files ends before it has read a word.
    try? process.input.write(contentsOf: Data(script.utf8))
    try process.input.close()
    async let messages = Self.read(process.errors)
    let text = await Self.read(process.output)
    return Result(status: await process.end(), output: text, messages: await messages)
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

  /// Runs the program until it has said a text, and kills it then (SIGKILL).
  func kill(after script: String, until text: String) async throws -> String {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    let said = await Self.read(process.output) { $0.firstRange(of: Data(text.utf8)) != nil }
    process.send(SIGKILL)
    await process.end()
    try process.input.close()
    return said
  }

  /// Runs the program until it has said so many lines, and kills it then (SIGKILL).
  ///
  /// - Returns: what it has said.
  func kill(after script: String, lines: Int) async throws -> String {
    let process = try started()
    // A program that refuses its files ends before it has read a word.
    try? process.input.write(contentsOf: Data(script.utf8))
    let text = await Self.read(process.output, lines: lines)
    process.send(SIGKILL)
    await process.end()
    // It was open to the end: what the program did, it did not do because there was nothing more.
    try process.input.close()
    return text
  }

  /// Runs the program until it has said so many lines, and kills it then (SIGKILL).
  ///
  /// - Returns: the most memory that it had until then, in megabytes (proc(5), VmHWM), and what it has
  ///   said.
  func peakMemory(after script: String, lines: Int) async throws -> (peak: Int, output: String) {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    let text = await Self.read(process.output, lines: lines)
    guard
      let status = try? String(
        contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
    else {
      let status = await process.end()
      let messages = await Self.read(process.errors)
      return (.max, "It ended with \(status). \(messages)\n\(text)")
    }
    process.send(SIGKILL)
    await process.end()
    try process.input.close()
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return ((line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024, text)
  }

  /// Runs the program until it has said so many lines, and asks it to end then (SIGTERM).
  ///
  /// - Returns: the status with which it ended.
  func terminate(after script: String, lines: Int) async throws -> Int32 {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    _ = await Self.read(process.output, lines: lines)
    process.send(SIGTERM)
    let status = await process.end()
    try process.input.close()
    return status
  }

  /// Runs the program until it has said so many lines, sends a signal, and goes on to its end.
  func signal(
    _ number: Int32, after script: String, lines: Int, then rest: String
  ) async throws -> Result {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    let said = await Self.read(process.output, lines: lines)
    process.send(number)
    try? process.input.write(contentsOf: Data(rest.utf8))
    try process.input.close()
    async let messages = Self.read(process.errors)
    let text = await Self.read(process.output)
    return Result(status: await process.end(), output: said + text, messages: await messages)
  }

  /// Runs the program until it reads from a named pipe, sends a signal, and writes into the pipe.
  func signal(
    _ number: Int32, onceReading pipe: String, then text: String
  ) async throws -> Result {
    let process = try started()
    try process.input.close()
    // Opening it waits for the reader.
    let writing = await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocked").async {
        continuation.resume(returning: open(pipe, O_WRONLY | O_CLOEXEC))
      }
    }
    process.send(number)
    try? FileHandle(fileDescriptor: writing, closeOnDealloc: true)
      .write(contentsOf: Data(text.utf8))
    async let messages = Self.read(process.errors)
    let said = await Self.read(process.output)
    return Result(status: await process.end(), output: said, messages: await messages)
  }

  func started() throws -> ChildProcess {
    let words = wrapper + [Self.path] + arguments
    return try ChildProcess(words[0], Array(words.dropFirst()), environment: environment)
  }

  /// Reads until the end or until there are so many lines.
  private static func read(_ pipe: FileHandle, lines: Int = .max) async -> String {
    await read(pipe) { data in lines < .max && data.count { $0 == 10 } >= lines }
  }

  /// Reads until the end or until what was read is enough, on a thread that may wait.
  private static func read(
    _ pipe: FileHandle, until isEnough: @escaping @Sendable (Data) -> Bool
  ) async -> String {
    await withCheckedContinuation { continuation in
      // A queue of its own: the threads of the global one are few, and tasks need them.
      DispatchQueue(label: "blocked").async {
        var data = Data()
        while !isEnough(data) {
          let more = pipe.nextBytes()
          if more.isEmpty { break }
          data += more
        }
        continuation.resume(returning: String(decoding: data, as: UTF8.self))
      }
    }
  }
}
