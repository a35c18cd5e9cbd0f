import Foundation

/// The default options: the file `options` in the app's folder below `XDG_CONFIG_HOME`, or
/// `~/.config` (XDG Base Directory Specification 0.8).
///
/// Each line has options as on the command line, is empty, or is a comment that begins with `#`. As in a
/// shell, a value with spaces is in quotation marks or has backslashes before them. Options on the command
/// line override those of the file, also other ones that they exclude. What the file has for other commands than the
/// typed one is left out.
struct OptionsFile {
  /// The file can't be read, is too large or isn't text, or it is a pipe.
  struct Unreadable: Error, Hashable, CustomStringConvertible {
    let path: String

    var isPipe = false
    /// Whether it was read, and is too large or not UTF-8.
    var isNotText = false

    var description: String {
      if isPipe { return "“\(path.plain)” is a pipe. Put a file there." }
      return isNotText
        ? "“\(path.plain)” must be UTF-8 text of at most 64 KB."
        : "“\(path.plain)” can't be read. Make it readable, or set XDG_CONFIG_HOME to another folder."
    }
  }

  /// The words of a line, and its place for error messages.
  struct Line: Hashable, Sendable {
    let place: String
    let words: [String]
    /// Whether a quotation mark isn't closed.
    var isOpen = false
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
    guard let path else { return [] }
    // A pipe without a writer must not keep the program from starting.
    let descriptor = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else {
      if [ENOENT, ENOTDIR].contains(errno), Self.isMissing(path) { return [] }
      throw Unreadable(path: path)
    }
    let file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT != S_IFIFO else {
      throw Unreadable(path: path, isPipe: true)
    }
    guard let data = try? file.read(upToCount: Self.maximumSize + 1) ?? Data() else {
      throw Unreadable(path: path)
    }
    guard data.count <= Self.maximumSize, let text = String(validating: data, as: UTF8.self) else {
      throw Unreadable(path: path, isNotText: true)
    }
    // Some editors write a byte order mark, which is not part of the first word.
    let scalars = text.unicodeScalars
    let unmarked = scalars.first == "\u{FEFF}" ? String(scalars.dropFirst()) : text
    let rows = unmarked.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
    var lines: [Line] = []
    for (index, line) in rows.enumerated() {
      guard let first = line.first(where: { !$0.isWhitespace }), first != "#" else { continue }
      let (words, isOpen) = Self.words(of: line)
      lines.append(
        Line(place: "“\(path.plain)”, line \(index + 1)", words: words, isOpen: isOpen))
    }
    return lines
  }

  /// Whether a file is missing. One behind a link that leads nowhere is not: it may be on a volume that is not
  /// mounted, and name the folder with the data.
  private static func isMissing(_ path: String) -> Bool {
    var (place, status) = (path, stat())
    while lstat(place, &status) != 0, let slash = place.lastIndex(of: "/") {
      place = String(place[..<slash])
    }
    return place.isEmpty || stat(place, &status) == 0
  }

  /// Returns the words of a line as a shell splits them, and whether a quotation mark isn't closed.
  /// Nothing is expanded.
  private static func words(of line: Substring) -> ([String], isOpen: Bool) {
    var words: [String] = []
    var word: String?
    var quote: Character?
    var rest = line
    while var character = rest.popFirst() {
      if character == quote {
        quote = nil
        continue
      }
      if quote == nil, character == "'" || character == "\"" {
        quote = character
        word = word ?? ""
        continue
      }
      if quote == nil, character.isWhitespace {
        if let word { words.append(word) }
        word = nil
        continue
      }
      if character == "\\", quote != "'", let next = rest.first,
        quote == nil || next == "\"" || next == "\\"
      {
        character = next
        rest.removeFirst()
      }
      word = word ?? ""
      word?.append(character)
    }
    if let word { words.append(word) }
    return (words, quote != nil)
  }
}
