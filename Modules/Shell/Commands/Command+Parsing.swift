import Services
import Core

// The order in which a line is parsed; `help` documents the same order:
//
// 1. A number selects a row, several numbers select several.
// 2. After a colon: a shell command or a word of the app, whatever the names of the screen's
//    actions.
// 3. An action's identifier or title, typed in full.
// 4. A shell command, typed in full.
// 5. A word of the app with its argument, such as `search WORDS`.
// 6. `yes` or `no` to a question.
// 7. A prefix of a single action's identifier or title.
// 8. A tab's name, typed in full.
// 9. A word of the app without an argument.
// 10. At a terminal: the value of the screen's only field; without fields, the text for its primary
//     action, such as words to search for. An action of another screen is neither.
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
    guard let first = line.first else { return things.fields.isEmpty ? .nothing : .walk }
    if first == "#" { return .nothing }
    let parser = LineParser(line: line, snapshot: snapshot, things: things, context: context)
    do throws(CommandProblem) {
      return try parser.command(first)
    } catch {
      let notNow = parser.notNow(insteadOf: error)
      // On a form of numbers or choices the line may still be a value.
      if let notNow, things.takesAnyText { throw notNow }
      do throws(CommandProblem) {
        if let answer = try parser.answer(insteadOf: error) { return answer }
      } catch { throw notNow ?? error }
      throw notNow ?? parser.subcommand(insteadOf: error) ?? error
    }
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
