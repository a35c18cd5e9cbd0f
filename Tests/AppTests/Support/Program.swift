import Core
import Services
import Dispatch
import Foundation
import TestKit

/// The built program as a separate process.
struct Program {
  /// The exit status and output.
  struct Result: Sendable {
    var status: Int32
    var output: String
    var messages: String
  }

  /// The path of the built program.
  static var path: String {
    URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BooksApp").path
  }

  let arguments: [String]
  var environment: [String: String] = ["LANG": "C.UTF-8", "TZ": "UTC"]
  /// The command that runs the program with limits on resources and time.
  var wrapper: [String] = []

  /// Runs the program to its end.
  func run(_ script: String = "") async throws -> Result {
    let process = try started()
    // A program that refuses its files ends before it reads any input.
    try? process.input.write(contentsOf: Data(script.utf8))
    try process.input.close()
    async let messages = Self.read(process.errors)
    let text = await Self.read(process.output)
    return Result(status: await process.end(), output: text, messages: await messages)
  }

  /// Returns the program with a limit on the size of files, in units of 512 bytes.
  ///
  /// - Parameter output: the file for the program's output.
  func limited(toBlocks blocks: Int, output: String = "/dev/stdout") -> Program {
    var program = self
    // The thread sanitizer maps a temporary file, and crashes if it is truncated.
    program.environment["TMPDIR"] = "/nonexistent"
    // The parent of the tests may ignore the signal, and the program would inherit that.
    program.wrapper = [
      "/bin/sh", "-c",
      "ulimit -f \(blocks); exec env --default-signal=XFSZ \"$0\" \"$@\" > \(output)",
    ]
    return program
  }

  /// Returns the program, killed (SIGKILL) after a time.
  func killed(after time: Duration) -> Program {
    var program = self
    let seconds = Double(time.components.attoseconds) / 1e18 + Double(time.components.seconds)
    program.wrapper = ["/usr/bin/timeout", "-s", "KILL", String(format: "%.4f", seconds)]
    return program
  }

  /// Runs the program until it has printed a text, and then kills it (SIGKILL).
  func kill(after script: String, until text: String) async throws -> String {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    let said = await Self.read(process.output) { $0.firstRange(of: Data(text.utf8)) != nil }
    process.send(SIGKILL)
    await process.end()
    try process.input.close()
    return said
  }

  /// Runs the program until it has printed a number of lines, and then kills it (SIGKILL).
  ///
  /// - Returns: the output.
  func kill(after script: String, lines: Int) async throws -> String {
    let process = try started()
    // A program that refuses its files ends before it reads any input.
    try? process.input.write(contentsOf: Data(script.utf8))
    let text = await Self.read(process.output, lines: lines)
    process.send(SIGKILL)
    await process.end()
    // The input stayed open to the end, so the program did not react to its end.
    try process.input.close()
    return text
  }

  /// Runs the program until it has printed a number of lines, and then kills it (SIGKILL).
  ///
  /// - Returns: its peak memory in megabytes, and the output.
  func peakMemory(after script: String, lines: Int) async throws -> (peak: Int, output: String) {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    let text = await Self.read(process.output, lines: lines)
    guard let peak = try? Self.peakMemory(of: process.identifier) else {
      let status = await process.end()
      let messages = await Self.read(process.errors)
      return (.max, "It ended with \(status). \(messages)\n\(text)")
    }
    process.send(SIGKILL)
    await process.end()
    try process.input.close()
    return (peak, text)
  }

  /// The most memory that a process had so far, in megabytes (proc(5), VmHWM).
  static func peakMemory(of process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }

  /// Runs the program until it has printed a text, and then terminates it (SIGTERM).
  ///
  /// - Returns: the exit status.
  func terminate(after script: String, until text: String) async throws -> Int32 {
    let process = try started()
    try? process.input.write(contentsOf: Data(script.utf8))
    _ = await Self.read(process.output) { $0.firstRange(of: Data(text.utf8)) != nil }
    process.send(SIGTERM)
    let status = await process.end()
    try process.input.close()
    return status
  }

  /// Runs the program until it has printed a number of lines, sends a signal, and waits for its
  /// end.
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

  /// Runs the program until it has written what nothing reads, and sends it a signal until it ends.
  ///
  /// - Returns: the exit status; that of SIGKILL if it doesn't end for ten minutes.
  func endUnread(by number: Int32) async throws -> Int32 {
    let process = try started()
    try process.input.close()
    return await withCheckedContinuation { continuation in
      DispatchQueue(label: "blocked").async {
        var output = pollfd(
          fd: process.output.fileDescriptor, events: Int16(POLLIN), revents: 0)
        _ = poll(&output, 1, -1)
        // The pipe is hung up when the program ends.
        var errors = pollfd(fd: process.errors.fileDescriptor, events: 0, revents: 0)
        var count = 0
        repeat {
          count += 1
          process.send(count < 60_000 ? number : SIGKILL)
        } while poll(&errors, 1, 10) == 0
        continuation.resume(returning: process.waitForEnd())
      }
    }
  }

  func started() throws -> ChildProcess {
    let words = wrapper + [Self.path] + arguments
    return try ChildProcess(words[0], Array(words.dropFirst()), environment: environment)
  }

  /// Reads until the end or a number of lines.
  private static func read(_ pipe: FileHandle, lines: Int = .max) async -> String {
    await read(pipe) { data in lines < .max && data.count { $0 == 10 } >= lines }
  }

  /// Reads until the end or until the output is enough, on a thread that may block.
  private static func read(
    _ pipe: FileHandle, until isEnough: @escaping @Sendable (Data) -> Bool
  ) async -> String {
    await withCheckedContinuation { continuation in
      // A separate queue, because the global one has few threads, which tasks need.
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
