import Services
import Core

extension Command {
  /// Parses the field and value of `set`; the longest matching label wins, because a label may have
  /// spaces.
  static func fill(
    _ typed: Substring, in things: VisibleItems, with context: LineContext
  ) throws(CommandProblem) -> Command {
    if things.fields.isEmpty { throw .noFields }
    let text = typed.drop(while: \.isBlank)
    if text.isEmpty { throw .incomplete(.set) }
    if let (field, value) = WordMatch.inFull(text, among: things.fields, names: \.thing.names) {
      return try fill(field, value, with: context)
    }
    let (word, rest) = text.firstWord
    return try fill(try field(String(word), in: things), rest, with: context)
  }

  private static func fill(
    _ field: VisibleItems.Placed<Field>, _ typed: Substring, with context: LineContext
  ) throws(CommandProblem) -> Command {
    if field.thing.isEmptied(by: typed) {
      return .fill(field.thing.id, nil, pane: field.pane)
    }
    guard !typed.isEmpty,
      let value = try field.thing.value(from: String(typed), with: context)
    else {
      return .askField(field.thing, pane: field.pane)
    }
    return .fill(field.thing.id, value, pane: field.pane)
  }

  /// Returns the field with this name or prefix.
  static func field(
    _ name: String, in things: VisibleItems
  ) throws(CommandProblem) -> VisibleItems.Placed<Field> {
    let fields = things.fields
    if fields.isEmpty { throw .noFields }
    switch WordMatch.of(name, among: fields, names: \.thing.names) {
    case .one(let field): return field
    case .several(let several): throw .ambiguous(name, several.map(\.thing.id.rawValue))
    case .none:
      let known = fields.flatMap(\.thing.names)
      throw .noSuchField(
        name, nearest: EditDistance.nearest(to: name, among: known),
        labels: fields.map(\.thing.label))
    }
  }
}

extension String {
  /// The text with `\n` replaced by a line break and `\\` by a backslash.
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

  /// The text as it is typed into a field of several lines, with `\n` for a line break and `\\` for a backslash:
  /// the inverse of ``withLineBreaks``.
  var withEscapedLineBreaks: String {
    replacing("\\", with: "\\\\").replacing("\n", with: "\\n")
  }

  /// The text, or an empty one if it is longer than any known word.
  var bounded: String { utf8.count > 100 ? "" : self }
}

extension Substring {
  /// The text before the first white space, and the text after that character.
  var firstWord: (word: Substring, rest: Substring) {
    // ASCII first: most input is ASCII, and a word may be long (`make bench`: a session of long words).
    let ascii = utf8.firstIndex { $0 >= 0x80 || $0 == 0x20 || 0x09...0x0D ~= $0 } ?? endIndex
    // A non-ASCII scalar may belong to the Character before it.
    let start = ascii > startIndex && ascii < endIndex ? utf8.index(before: ascii) : ascii
    guard let end = self[start...].firstIndex(where: \.isBlank) else { return (self, "") }
    return (self[..<end], self[index(after: end)...])
  }

  /// Whether the text consists of white space only.
  var isBlank: Bool { allSatisfy(\.isBlank) }
}

extension Character {
  /// Whether this is white space; ASCII is tried first, because a line may have a megabyte of it
  /// (`make bench`: sessions of one long line).
  var isBlank: Bool {
    guard let ascii = asciiValue else { return isWhitespace }
    return ascii == UInt8(ascii: " ") || 0x09...0x0D ~= ascii
  }
}
