import Core
import Foundation

/// Options that a person always wants: the file `options` in the app's folder below
/// `XDG_CONFIG_HOME`, or `~/.config` (XDG Base Directory Specification 0.8).
///
/// Each line has options as on the command line, or is empty, or a remark that begins with `#`. The
/// command line comes after them, so it wins.
struct OptionsFile {
  /// Why the file can't be used.
  enum Problem: Error, Hashable, CustomStringConvertible {
    /// It can't be read.
    case unreadable(String)
    /// A line is no options.
    case bad(String, line: Int, String)

    var description: String {
      switch self {
      case .unreadable(let path): "\(path.quoted) can't be read."
      case .bad(let path, let line, let why): "\(path.quoted), line \(line): \(why)"
      }
    }
  }

  /// The size of the largest file that is read, in bytes.
  static let maximumSize = 65_536

  /// The file's path, or nil where nobody says where a person's files are.
  let path: String?

  init(program: String, environment: [String: String]) {
    let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let usual = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
    path = (named ?? usual).map { "\($0)/\(program)/options" }
  }

  /// The words in the file; none where there is no file.
  func words() throws(Problem) -> [String] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [] }
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.maximumSize + 1) ?? Data(),
      data.count <= Self.maximumSize, let text = String(validating: data, as: UTF8.self)
    else { throw .unreadable(path) }
    var words: [String] = []
    for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated()
    {
      let parts = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = parts.first, !first.hasPrefix("#") else { continue }
      guard first.hasPrefix("--"), first.count > 2 else {
        throw .bad(path, line: index + 1, "an option begins with --, and \(first.quoted) does not.")
      }
      words += parts
    }
    return words
  }
}
