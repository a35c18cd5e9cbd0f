import Terminal

/// Splits the bytes of a terminal into keys and pastes.
///
/// A terminal puts a paste between two markers (xterm's "bracketed paste mode"), so that its line
/// breaks are not taken for Return.
struct KeyInput {
  /// A key or a paste.
  enum Key: Hashable {
    case scalar(Unicode.Scalar)
    /// A paste without control characters; line breaks are `\n`.
    case paste(String)
    /// A paste that exceeds the limit; its text is discarded.
    case longPaste
  }

  /// The maximum size of a paste in bytes.
  static let limit = 1 << 20
  private static let start = Array("\u{1B}[200~".utf8)
  private static let end = Array("\u{1B}[201~".utf8)

  private var bytes: [UInt8] = []
  /// The number of bytes of a start marker that were passed on as keys, because they came slowly.
  private var passed = 0
  /// Whether a paste has begun and its end marker has not come.
  private(set) var isPasting = false
  /// Whether the last paste was passed on without its end marker.
  private var lacksEnd = false
  private var isTooLong = false
  /// The number of bytes of a paste in which its end marker is not.
  private var searched = 0
  /// Whether the terminal was asked something and has not given the last answer.
  var awaitsAnswers = false
  private var answers: [TerminalAnswer] = []

  /// Whether the bytes may be the beginning of a marker or an answer, so the next ones are worth a
  /// short wait.
  var isPartOfMarker: Bool {
    guard !isPasting, !bytes.isEmpty else { return false }
    if awaitsAnswers, TerminalAnswer.match(bytes) == .partial(isCertain: false) { return true }
    return bytes.count < Self.start.count - passed && Self.start[passed...].starts(with: bytes)
  }

  /// Whether all bytes that were read are passed on.
  var isEmpty: Bool { bytes.isEmpty }

  /// The first line that was read and not passed on, or nil if it has no end yet or is in a paste.
  var firstLine: String? {
    guard !isPasting, let end = bytes.firstIndex(where: { $0 == 0x0A || $0 == 0x0D }),
      bytes[..<end].firstRange(of: Self.start) == nil
    else { return nil }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  /// Whether Ctrl-C is among the keys that were read, before any paste.
  var hasInterrupt: Bool {
    guard !isPasting, let key = bytes.firstIndex(of: 3) else { return false }
    return bytes[..<key].firstRange(of: Self.start) == nil
  }

  /// Adds bytes that were read together.
  mutating func add(_ more: some Collection<UInt8>) {
    if lacksEnd {
      lacksEnd = false
      isPasting = !Self.isKey(more)
    }
    bytes += more
  }

  /// Whether bytes are a single key or the beginning of another paste, and not more of a paste whose end has
  /// not come: that must not be run.
  private static func isKey(_ bytes: some Collection<UInt8>) -> Bool {
    if bytes.starts(with: start) { return true }
    if bytes.first == start[0] { return bytes.count <= 8 && !bytes.starts(with: end) }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.count <= 1
  }

  /// Discards what was read, except answers.
  mutating func removeAll() {
    let (awaits, known) = (awaitsAnswers, answers)
    self = KeyInput()
    (awaitsAnswers, answers) = (awaits, known)
  }

  /// Returns and forgets the answers.
  mutating func takeAnswers() -> [TerminalAnswer] {
    defer { answers = [] }
    return answers
  }

  /// Returns the next key, or nil if more bytes are needed.
  ///
  /// - Parameter hasWaited: whether nothing has followed for a while; in a paste, for a longer one.
  mutating func next(hasWaited: Bool = false) -> Key? {
    if isPasting {
      if let paste = paste() { return paste }
      guard hasWaited else { return nil }
      if let paste = cutOffPaste() { return paste }
    }
    if takesAnswer() { return nil }
    if bytes.starts(with: Self.start[passed...]) {
      bytes.removeFirst(Self.start.count - passed)
      (passed, isPasting) = (0, true)
      return paste()
    }
    if isPartOfMarker, !hasWaited { return nil }
    guard let first = bytes.first, let scalar = scalar(first) else { return nil }
    if first == Self.start[passed] {
      passed += 1
    } else {
      passed = first == Self.start[0] ? 1 : 0
    }
    return .scalar(scalar)
  }

  /// Takes the answers at the beginning of the bytes.
  ///
  /// - Returns: whether the bytes are the beginning of another answer, and of nothing else.
  private mutating func takesAnswer() -> Bool {
    while awaitsAnswers, bytes.first == Self.start[0] {
      switch TerminalAnswer.match(bytes) {
      case .none, .partial(isCertain: false): return false
      case .partial(isCertain: true): return true
      case .whole(let answer, let count):
        bytes.removeFirst(count)
        if case .attributes = answer { awaitsAnswers = false }
        if let answer { answers.append(answer) }
      }
    }
    return false
  }

  /// Takes the answers among keys that are not read yet.
  mutating func findAnswers() {
    guard !isPasting else { return }
    var keys: [UInt8] = []
    while awaitsAnswers, let first = bytes.firstIndex(of: Self.start[0]) {
      keys += bytes[..<first]
      bytes.removeFirst(first)
      if takesAnswer() { break }
      if bytes.first == Self.start[0] { keys.append(bytes.removeFirst()) }
    }
    bytes = keys + bytes
  }

  /// Takes a scalar; bytes that are not UTF-8 become U+FFFD.
  private mutating func scalar(_ first: UInt8) -> Unicode.Scalar? {
    let length = first < 0xC0 ? 1 : first < 0xE0 ? 2 : first < 0xF0 ? 3 : 4
    let rest = bytes.dropFirst().prefix(length - 1).prefix { $0 & 0xC0 == 0x80 }
    if rest.count + 1 == bytes.count, bytes.count < length { return nil }
    let text = String(decoding: [first] + rest, as: UTF8.self).unicodeScalars
    bytes.removeFirst(rest.count + 1)
    return text.count == 1 ? text.first : "\u{FFFD}"
  }

  /// Takes a paste up to its end marker.
  private mutating func paste() -> Key? {
    if let end = bytes[searched...].firstRange(of: Self.end) { return paste(upTo: end) }
    if bytes.count > Self.limit { isTooLong = true }
    // The end of the bytes may be the beginning of the marker.
    if isTooLong { bytes.removeFirst(max(0, bytes.count - Self.end.count)) }
    searched = max(0, bytes.count - Self.end.count)
    return nil
  }

  /// Takes a paste whose end marker is no longer expected: of a line a terminal in its usual mode keeps 4,095
  /// bytes (termios(3)). Ctrl-C at its end discards it, and is the next key.
  private mutating func cutOffPaste() -> Key? {
    lacksEnd = bytes.last != 3
    let paste = paste(upTo: bytes.endIndex..<bytes.endIndex)
    if lacksEnd { return paste }
    bytes = [3]
    return nil
  }

  private mutating func paste(upTo end: Range<Int>) -> Key {
    let text = bytes[..<end.lowerBound]
    defer {
      bytes.removeSubrange(..<end.upperBound)
      (isPasting, isTooLong, searched) = (false, false, 0)
    }
    if isTooLong || text.count > Self.limit { return .longPaste }
    return .paste(String(decoding: text, as: UTF8.self).withoutControls)
  }
}

extension String {
  /// The text without control characters but tabs and line breaks, which are `\n`.
  var withoutControls: String {
    var result = String.UnicodeScalarView()
    var last: Unicode.Scalar?
    for scalar in unicodeScalars {
      switch scalar {
      case "\r", "\u{2028}", "\u{2029}": result.append("\n")
      case "\n": if last != "\r" { result.append("\n") }
      case "\t": result.append("\t")
      default: if scalar.properties.generalCategory != .control { result.append(scalar) }
      }
      last = scalar
    }
    return String(result)
  }
}
