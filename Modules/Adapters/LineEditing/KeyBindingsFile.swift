import Foundation

/// The file in which the user binds keys (editrc(5)). libedit trusts it, so it is checked before.
///
/// libedit would read a pipe or a device forever. After an unclosed quotation mark or a last backslash it uses memory
/// that nothing has set, it writes a long text over its stack, and it takes memory for a screen of any size.
struct KeyBindingsFile {
  /// The maximum size of a file, in bytes.
  private static let maximumSize = 65_536
  /// The maximum size of a line, in bytes: libedit has room for 1,024 characters of a text.
  static let maximumLine = 1000

  /// What is wrong in a line.
  struct Fault: Hashable {
    /// The number of the line.
    let line: Int
    /// The problem, as the end of a sentence.
    let problem: String
  }

  let path: String
  /// The first line that libedit must not read, or nil.
  let fault: Fault?

  /// Finds the file of this process; nil if there is none, or one that is too large or may have no end.
  init?() {
    let home = getenv("HOME").map { String(cString: $0) + "/.editrc" }
    guard let path = getenv("EDITRC").map({ String(cString: $0) }) ?? home else { return nil }
    var status = stat()
    guard stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.maximumSize, let data = FileManager.default.contents(atPath: path)
    else { return nil }
    self.path = path
    fault = Self.fault(in: data)
  }

  /// Returns what is wrong in the first line that libedit must not read.
  static func fault(in data: some Collection<UInt8>) -> Fault? {
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.enumerated() {
      // libedit reads a line up to a NUL.
      if let problem = problem(in: line.prefix { $0 != 0 }) {
        return Fault(line: index + 1, problem: problem)
      }
    }
    return nil
  }

  private static func problem(in line: some Collection<UInt8>) -> String? {
    let line = line.drop { $0 == UInt8(ascii: " ") || (0x09...0x0D).contains($0) }
    // A comment.
    if line.first == UInt8(ascii: "#") { return nil }
    if line.count > maximumLine { return "has more than 1,000 bytes" }
    if let problem = Quoting(line).problem { return problem }
    let text = String(decoding: line, as: UTF8.self)
    return text.contains("settc") && text.contains(/[0-9]{5}/)
      ? "sets a size of more than 9,999" : nil
  }
}

/// The quotation marks and backslashes of a line, as libedit's tokenizer reads them (tok_line(3)).
private struct Quoting {
  private var mark: UInt8?
  private var isEscaped = false

  init(_ line: some Sequence<UInt8>) {
    for byte in line {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\"), mark != UInt8(ascii: "'") {
        isEscaped = true
      } else if byte == mark {
        mark = nil
      } else if mark == nil, byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
        mark = byte
      }
    }
  }

  /// What is unfinished at the end of the line, or nil.
  var problem: String? {
    if mark != nil { return "has an unclosed quotation mark" }
    return isEscaped ? "ends with a backslash" : nil
  }
}
