import Core
import Foundation

/// A session that was written down: options, commands, and what was printed after each.
struct SessionFile: Hashable, Sendable {
  /// Why a text is not a session file.
  enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file can't be read.
    case unreadable(String)
    /// The file is too large or not UTF-8.
    case notText
    /// The header's options are wrong.
    case badHeader(UsageError)

    /// What is wrong, in one line.
    var description: String {
      switch self {
      case .unreadable(let path): "\(path.quoted) can't be read."
      case .notText: "That is no session file: it is too large, or not UTF-8 text."
      case .badHeader(let error): "line 1: \(error.message)"
      }
    }
  }

  /// A command and what was printed after it; the launch has no command.
  struct Step: Hashable, Sendable {
    let command: String?
    /// The number of the command's line, from 1.
    let line: Int
    var printed: [String] = []
  }

  /// The size of the largest file, in bytes.
  static let limit = 64 << 20

  let options: ShellOptions
  let steps: [Step]

  /// Reads a file.
  init(path: String) throws(Problem) {
    guard let handle = FileHandle(forReadingAtPath: path) else { throw .unreadable(path) }
    let data: Data
    do {
      data = try handle.read(upToCount: Self.limit + 1) ?? Data()
      try handle.close()
    } catch {
      throw .unreadable(path)
    }
    guard data.count <= Self.limit, let text = String(validating: data, as: UTF8.self) else {
      throw .notText
    }
    try self.init(text)
  }

  /// Reads a session file's text.
  init(_ text: String) throws(Problem) {
    var options = ShellOptions()
    var steps = [Step(command: nil, line: 1)]
    let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    for (index, line) in lines.enumerated() {
      if line.hasPrefix("#|") {
        let printed = line.dropFirst(2)
        steps[steps.count - 1].printed.append(
          String(printed.first == " " ? printed.dropFirst() : printed))
      } else if index == 0, line.hasPrefix(RecordingHeader.mark) {
        do throws(UsageError) {
          options = try ShellOptions.parse(line.dropFirst(2).split(separator: " ").map(String.init))
        } catch {
          throw .badHeader(error)
        }
      } else if !String(line).isBlankOrComment {
        steps.append(Step(command: String(line), line: index + 1))
      }
    }
    // What was recorded must not change what the person has now.
    options.isEphemeral = true
    self.options = options
    self.steps = steps
  }
}
