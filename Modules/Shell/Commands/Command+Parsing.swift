import Services
import Core

extension Command {
  /// More scalars than any known word has; names have about a hundred characters.
  private static let endless = 10_000

  /// Parses a line against the visible screens.
  static func parse(
    _ typed: String, in snapshot: Snapshot, with context: LineContext
  ) throws(CommandProblem) -> Command {
    if let word = endlessWord(typed) { throw .unknownWord(word, nearest: nil) }
    let line = typed.drop(while: \.isBlank)
    let things = VisibleItems(snapshot)
    if line.isEmpty { return things.fields.isEmpty ? .nothing : .walk }
    if line.first == "#" { return .nothing }
    let parser = LineParser(line: line, snapshot: snapshot, things: things, context: context)
    return try parser.command()
  }

  /// Returns the beginning of an endless first word, without reading all of it: it may be megabytes
  /// of accents (`make bench`: a session of them).
  private static func endlessWord(_ line: String) -> String? {
    let head = line.unicodeScalars.drop { $0 == " " }.prefix(endless)
    guard head.count == endless, !head.contains(where: \.properties.isWhitespace) else {
      return nil
    }
    return String(head.prefix(100))
  }
}

extension String {
  /// Whether a script ignores the line.
  var isBlankOrComment: Bool { self[...].isBlankOrComment }
}

extension Substring {
  /// Whether a script ignores the line.
  var isBlankOrComment: Bool {
    // ASCII is checked as bytes, except before a non-ASCII scalar, which may be part of the same
    // Character.
    let blanks = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.prefix { $0 == UInt8(ascii: " ") || 0x09...0x0D ~= $0 }.count
    }
    var text = self
    if let blanks {
      let rest = utf8.dropFirst(blanks)
      guard let byte = rest.first else { return true }
      if byte < 0x80, rest.dropFirst().first ?? 0 < 0x80 { return byte == UInt8(ascii: "#") }
      text = Substring(utf8.dropFirst(blanks > 0 ? blanks - 1 : 0))
    }
    // One Character may have megabytes of accents.
    if let scalar = text.unicodeScalars.first, !scalar.properties.isWhitespace, scalar != "#" {
      return false
    }
    guard let first = text.first(where: { !$0.isBlank }) else { return true }
    return first == "#"
  }
}
