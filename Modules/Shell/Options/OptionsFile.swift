import Foundation

/// The default options: the file `options` in the app's folder below `XDG_CONFIG_HOME`, or
/// `~/.config` (XDG Base Directory Specification 0.8).
///
/// Each line has options as on the command line, is empty, or is a comment that begins with `#`.
/// Options on the command line override them.
struct OptionsFile {
  /// The file can't be read, is too large or isn't text.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    let path: String

    var description: String { "“\(path.plain)” can't be read." }
  }

  /// The words of a line, and its place for error messages.
  struct Line: Hashable, Sendable {
    let place: String
    let words: [String]
  }

  /// The maximum size of the file, in bytes.
  static let maximumSize = 65_536

  /// The file's path, or nil if the environment has no home folder.
  let path: String?

  init(program: String, environment: [String: String]) {
    let named = environment["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
    let usual = environment["HOME"].flatMap { $0.hasPrefix("/") ? "\($0)/.config" : nil }
    path = (named ?? usual).map { "\($0)/\(program)/options" }
  }

  /// Returns the lines with options; none without a file.
  func lines() throws(Unreadable) -> [Line] {
    guard let path, FileManager.default.fileExists(atPath: path) else { return [] }
    guard let file = FileHandle(forReadingAtPath: path),
      let data = try? file.read(upToCount: Self.maximumSize + 1) ?? Data(),
      data.count <= Self.maximumSize, let text = String(validating: data, as: UTF8.self)
    else { throw Unreadable(path: path) }
    // Some editors write a byte order mark, which is not part of the first word.
    let scalars = text.unicodeScalars
    let unmarked = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
    let rows = unmarked.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines: [Line] = []
    for (index, line) in rows.enumerated() {
      let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      lines.append(Line(place: "“\(path.plain)”, line \(index + 1)", words: words))
    }
    return lines
  }
}
