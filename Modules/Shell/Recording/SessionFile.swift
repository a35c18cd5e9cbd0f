import Files
import Inspection
import Foundation

/// A recorded session: options, commands, and the output of each.
struct SessionFile: Hashable, Sendable {
  /// Why a text is not a session file.
  enum Problem: Error, Hashable, Sendable, CustomStringConvertible {
    /// There is no such file.
    case missing(String)
    /// The file can't be read.
    case unreadable(String)
    /// The file is too large or not UTF-8.
    case notText
    /// The file has too many commands.
    case tooManyCommands
    /// The header's options are wrong.
    case badHeader(UsageError)

    /// The error, in one line.
    var description: String {
      switch self {
      case .missing(let path): FileProblem.missing(path).description
      case .unreadable(let path): "\(path.quoted) can't be read."
      case .notText: "This is not a session file: it is too large, or not UTF-8 text."
      case .tooManyCommands:
        "The session file is too long: the limit is \(SessionFile.maximumCommands) commands."
      case .badHeader(let error): "line 1: \(error.message)"
      }
    }
  }

  /// A command and its output; the launch has no command.
  struct Step: Hashable, Sendable {
    let command: String?
    /// The number of the command's line, from 1.
    let line: Int
    var printed: [String] = []
  }

  /// The maximum size of a file, in bytes.
  static let limit = 16 << 20
  /// The maximum number of commands.
  static let maximumCommands = 100_000

  private static let mark = "\u{FEFF}".utf8

  let options: ShellOptions
  let steps: [Step]

  /// Reads a file.
  init(path: String) throws(Problem) {
    guard let handle = FileHandle(forReadingAtPath: path) else {
      throw access(path, F_OK) != 0 && errno == ENOENT ? .missing(path) : .unreadable(path)
    }
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

  /// Parses the text of a session file.
  init(_ text: String) throws(Problem) {
    var options = ShellOptions()
    var steps = [Step(command: nil, line: 1)]
    // Bytes, because a comment may contain a Unicode line separator, which does not end a script's
    // line.
    var rest = text.utf8[...]
    // Some editors write a byte order mark, which is not part of the first line.
    if rest.starts(with: Self.mark) { rest.removeFirst(Self.mark.count) }
    var number = 0
    while number == 0 || !rest.isEmpty {
      number += 1
      let end = rest.firstIndex(of: UInt8(ascii: "\n"))
      var bytes = rest[..<(end ?? rest.endIndex)]
      rest = end.map { rest[rest.index(after: $0)...] } ?? rest[rest.endIndex...]
      if bytes.last == UInt8(ascii: "\r") { bytes.removeLast() }
      if bytes.starts(with: "#|".utf8) {
        var printed = bytes.dropFirst(2)
        if printed.first == UInt8(ascii: " ") { printed.removeFirst() }
        steps[steps.count - 1].printed.append(printed.isEmpty ? "" : String(Substring(printed)))
        continue
      }
      let line = Substring(bytes)
      if number == 1, line.hasPrefix(RecordingHeader.mark) {
        // The app writes much shorter headers.
        if bytes.count > OptionsFile.maximumSize { throw .notText }
        do throws(UsageError) {
          options = try ShellOptions.parse(line.dropFirst(2).split(separator: " ").map(String.init))
        } catch {
          throw .badHeader(error)
        }
      } else if !line.isBlankOrComment {
        if steps.count > Self.maximumCommands { throw .tooManyCommands }
        steps.append(Step(command: String(line), line: number))
      }
    }
    // A replay starts with an empty app and changes no data.
    options.isEphemeral = true
    self.options = options
    self.steps = steps
  }
}
