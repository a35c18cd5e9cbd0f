import Foundation
import TestKit

/// A program of the machine, such as a shell.
enum Tool {
  /// Whether the program is installed.
  static func exists(_ name: String) -> Bool { path(of: name) != nil }

  private static func path(of name: String) -> String? {
    ["/bin", "/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map { "\($0)/\(name)" }
      .first { FileManager.default.isExecutableFile(atPath: $0) }
  }

  /// Runs the program with a text as standard input; neither may exceed what a pipe holds.
  static func run(
    _ name: String, _ arguments: [String], input: String
  ) async throws -> (status: Int32, output: String, errors: String) {
    let process = try ChildProcess(
      path(of: name) ?? name, arguments,
      environment: ["PATH": "/usr/bin:/bin", "LC_ALL": "C.UTF-8"])
    try process.input.write(contentsOf: Data(input.utf8))
    try process.input.close()
    let texts = try [process.output, process.errors].map {
      String(decoding: try $0.readToEnd() ?? Data(), as: UTF8.self)
    }
    return (await process.end(), texts[0], texts[1])
  }
}
