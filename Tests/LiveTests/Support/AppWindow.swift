import Foundation
import TestKit

/// The built app as a process, driven line by line; it trusts the tests' authority.
final class AppWindow: Sendable {
  private let process: ChildProcess
  private let output: LineReader
  private let errors: LineReader

  init(_ arguments: [String]) throws {
    let path = URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()
      .appending(path: "BooksApp").path
    let environment = [
      "LANG": "C.UTF-8", "TZ": "UTC", "CURL_CA_BUNDLE": RealServers.certificate("authority.pem"),
    ]
    process = try ChildProcess(path, ["--json"] + arguments, environment: environment)
    output = LineReader(of: process.output)
    errors = LineReader(of: process.errors)
  }

  /// Types lines, and returns what the app has written when it has done them all.
  func type(_ lines: [String]) async throws -> String {
    let seen = output.count
    // The app answers it by an object without a screen.
    try process.input.write(contentsOf: Data((lines + ["where", ""]).joined(separator: "\n").utf8))
    _ = await output.first(containing: #"{"lines":"#, after: seen)
    return output.text(after: seen)
  }

  /// The most memory that the app has had so far, in megabytes (proc(5), VmHWM).
  func peakMemory() throws -> Int {
    let status = try String(
      contentsOfFile: "/proc/\(process.identifier)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? .max) / 1024
  }

  /// Ends the app's input, and waits for its end.
  func end() async throws -> (status: Int32, messages: String) {
    try process.input.close()
    let status = await process.end()
    return (status, errors.text())
  }
}
