/// The answer of a terminal to a question about itself.
package enum TerminalAnswer: Hashable, Sendable {
  /// Its attributes (DA1): 4 is sixel graphics.
  case attributes(Set<Int>)
  /// Its name and version (XTVERSION).
  case name(String)
  /// Whether it knows kitty's graphics protocol.
  case kitty(isOK: Bool)
  /// The pixels of a character cell.
  case cell(CellSize)
  /// iTerm2's size of a cell, which such terminals alone report.
  case iTerm

  /// The pixels of a character cell.
  package struct CellSize: Hashable, Sendable {
    /// The columns of pixels.
    package let width: Int
    /// The rows of pixels.
    package let height: Int

    /// Creates a size, or nil for one that no screen has.
    package init?(width: Int, height: Int) {
      guard (1...200).contains(width), (1...400).contains(height) else { return nil }
      (self.width, self.height) = (width, height)
    }
  }

  /// The meaning of the first bytes of the input.
  package enum Match: Hashable, Sendable {
    /// No answer.
    case none
    /// Perhaps the beginning of one: nothing but an answer begins like this if it is certain.
    case partial(isCertain: Bool)
    /// A whole answer of so many bytes; nil for one that says nothing of use.
    case whole(TerminalAnswer?, count: Int)
  }

  /// The longest answer, in bytes; a longer one is not an answer.
  static let longest = 512

  /// Reads an answer at the beginning of the input.
  package static func match(_ bytes: some Collection<UInt8>) -> Match {
    let text = Array(bytes.prefix(longest))
    var isPartial = false
    for form in Form.allCases {
      let start = form.start
      if text.starts(with: start) { return form.match(text) }
      isPartial = isPartial || !text.isEmpty && start.starts(with: text)
    }
    return isPartial ? .partial(isCertain: false) : .none
  }
}

/// A form of answers, by its first bytes.
private enum Form: String, CaseIterable {
  case attributes = "\u{1B}[?"
  case cell = "\u{1B}[6;"
  case name = "\u{1B}P>|"
  case kitty = "\u{1B}_G"
  case iTerm = "\u{1B}]1337;ReportCellSize="

  var start: [UInt8] { Array(rawValue.utf8) }

  func match(_ text: [UInt8]) -> TerminalAnswer.Match {
    let rest = text[start.count...]
    switch self {
    case .attributes, .cell: return sequence(rest, start.count)
    case .name, .kitty, .iTerm: return string(rest, start.count)
    }
  }

  /// Reads a control sequence: numbers, then a letter (ECMA-48, 5.4).
  private func sequence(_ rest: ArraySlice<UInt8>, _ start: Int) -> TerminalAnswer.Match {
    let digits = rest.prefix { (0x30...0x3B).contains($0) }
    guard digits.count <= 64 else { return .none }
    guard let end = rest.dropFirst(digits.count).first else {
      return .partial(isCertain: self == .attributes)
    }
    let count = start + digits.count + 1
    let numbers = digits.split(separator: UInt8(ascii: ";")).map {
      Int(String(decoding: $0, as: UTF8.self)) ?? -1
    }
    switch (self, end) {
    case (.attributes, UInt8(ascii: "c")): return .whole(.attributes(Set(numbers)), count: count)
    case (.cell, UInt8(ascii: "t")):
      guard numbers.count == 2 else { return .whole(nil, count: count) }
      let size = TerminalAnswer.CellSize(width: numbers[1], height: numbers[0])
      return .whole(size.map(TerminalAnswer.cell), count: count)
    default: return .none
    }
  }

  /// Reads a string up to its terminator: ST, or BEL as xterm writes it.
  private func string(_ rest: ArraySlice<UInt8>, _ start: Int) -> TerminalAnswer.Match {
    // Any other control character is a key: the terminal was interrupted.
    guard let end = rest.firstIndex(where: { $0 < 0x20 || $0 == 0x7F }) else {
      return rest.count + start >= TerminalAnswer.longest
        ? .whole(nil, count: TerminalAnswer.longest) : .partial(isCertain: true)
    }
    let text = String(decoding: rest[..<end], as: UTF8.self)
    if rest[end] == 7 { return .whole(answer(text), count: end + 1) }
    guard rest[end] == 0x1B else { return .whole(nil, count: end) }
    guard end + 1 < rest.endIndex else {
      // No more than this is read of the longest one.
      return rest.endIndex < TerminalAnswer.longest
        ? .partial(isCertain: true) : .whole(nil, count: end)
    }
    // Another sequence begins: the string was cut off.
    guard rest[end + 1] == UInt8(ascii: "\\") else { return .whole(nil, count: end) }
    return .whole(answer(text), count: end + 2)
  }

  private func answer(_ text: String) -> TerminalAnswer? {
    switch self {
    case .name: .name(text)
    case .kitty:
      text.hasPrefix("i=31;") ? .kitty(isOK: text == "i=31;OK") : nil
    case .iTerm: .iTerm
    case .attributes, .cell: nil
    }
  }
}
