import Services
import Core

extension Command {
  /// Reads `set`'s field and value; a field's label may have spaces, the longest that fits wins.
  static func fill(_ typed: Substring, in snapshot: Snapshot) throws(CommandProblem) -> Command {
    let things = VisibleThings(snapshot)
    if things.fields.isEmpty { throw .noFields }
    let text = typed.drop(while: \.isBlank)
    if text.isEmpty { throw .incomplete(.set) }
    if let (field, value) = WordMatch.inFull(text, among: things.fields, names: \.thing.names) {
      return try fill(field, value)
    }
    let (word, rest) = text.firstWord
    return try fill(try field(String(word), in: things), rest)
  }

  private static func fill(
    _ field: VisibleThings.Placed<Field>, _ typed: Substring
  ) throws(CommandProblem) -> Command {
    guard !typed.isEmpty, let value = try field.thing.value(from: String(typed)) else {
      return .askField(field.thing, pane: field.pane)
    }
    return .fill(field.thing.id, value, pane: field.pane)
  }

  /// The field that a person names in full or by its beginning.
  static func field(
    _ name: String, in things: VisibleThings
  ) throws(CommandProblem) -> VisibleThings.Placed<Field> {
    let fields = things.fields
    if fields.isEmpty { throw .noFields }
    switch WordMatch.of(name, among: fields, names: \.thing.names) {
    case .one(let field): return field
    case .several(let several): throw .ambiguous(name, several.map(\.thing.id.rawValue))
    case .none:
      let known = fields.flatMap(\.thing.names)
      throw .noSuchField(name, nearest: EditDistance.nearest(to: name, among: known))
    }
  }
}

extension Field {
  /// Reads what a person typed; in a field of several lines `\n` is a new line, `\\` a backslash.
  func value(from typed: String) throws(CommandProblem) -> FieldValue? {
    do throws(InputProblem) {
      return try kind.value(from: kind == .longText ? typed.withLineBreaks : typed)
    } catch {
      throw .badValue(label, error)
    }
  }
}

extension String {
  /// The text with `\n` read as a new line and `\\` as a backslash.
  var withLineBreaks: String {
    guard contains("\\") else { return self }
    var result = ""
    var isEscaped = false
    for character in self {
      if !isEscaped, character == "\\" {
        isEscaped = true
        continue
      }
      switch (isEscaped, character) {
      case (true, "n"): result.append("\n")
      case (true, "\\"), (false, _): result.append(character)
      case (true, _): result += "\\\(character)"
      }
      isEscaped = false
    }
    return isEscaped ? result + "\\" : result
  }

  /// The text, or nothing where it is longer than any word that is known.
  var bounded: String { utf8.count > 100 ? "" : self }
}

extension Substring {
  /// The text up to the first white space, and what follows that one character.
  var firstWord: (word: Substring, rest: Substring) {
    // ASCII first: what is typed may be megabytes without a space.
    let ascii = utf8.firstIndex { $0 >= 0x80 || $0 == 0x20 || 0x09...0x0D ~= $0 } ?? endIndex
    // What is not ASCII may belong to the Character before it.
    let start = ascii > startIndex && ascii < endIndex ? index(before: ascii) : ascii
    guard let end = self[start...].firstIndex(where: \.isBlank) else { return (self, "") }
    return (self[..<end], self[index(after: end)...])
  }

  /// Whether nothing but white space is in the text.
  var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension Character {
  /// Whether this is white space; told at a glance of ASCII, which most of what is typed is.
  var isBlank: Bool {
    guard let ascii = asciiValue else { return isWhitespace }
    return ascii == UInt8(ascii: " ") || 0x09...0x0D ~= ascii
  }
}
