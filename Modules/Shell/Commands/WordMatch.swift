/// Finds the candidate for a typed name: exact names first, then prefixes.
enum WordMatch<Candidate> {
  /// Nothing has this name.
  case none
  /// This candidate has the name.
  case one(Candidate)
  /// Several candidates have this prefix.
  case several([Candidate])

  /// Finds a name among candidates with several names each, ignoring case.
  static func of(
    _ typed: String, among candidates: [Candidate], names: (Candidate) -> [String]
  ) -> WordMatch {
    // No name is this long.
    guard !typed.isEmpty, typed.utf8.count <= 1000 else { return .none }
    let wanted = typed.lowercased()
    var beginnings: [Candidate] = []
    for candidate in candidates {
      var isBeginning = false
      for name in names(candidate) where name.mayBegin(like: typed) {
        let name = name.lowercased()
        if name == wanted { return .one(candidate) }
        isBeginning = isBeginning || name.hasPrefix(wanted)
      }
      if isBeginning { beginnings.append(candidate) }
    }
    switch beginnings.count {
    case 0: return .none
    case 1: return .one(beginnings[0])
    default: return .several(beginnings)
    }
  }

  /// Returns the candidate whose name is the line or its beginning, and the text after the name;
  /// the longest name wins.
  static func inFull(
    _ line: Substring, among candidates: some Sequence<Candidate>, names: (Candidate) -> [String]
  ) -> (Candidate, rest: Substring)? {
    var best: (candidate: Candidate, name: String, rest: Substring)?
    for candidate in candidates {
      for name in names(candidate) where name.utf8.count > (best?.name.utf8.count ?? 0) {
        if let rest = line.rest(after: name) { best = (candidate, name, rest) }
      }
    }
    return best.map { ($0.candidate, $0.rest) }
  }
}

extension Substring {
  /// Returns the text after a name and one white space, or nil if the text does not begin with the
  /// name as a whole word; ignores case.
  fileprivate func rest(after name: String) -> Substring? {
    guard mayBegin(like: name) else { return nil }
    // Bytes first: most names and most input are ASCII, and each command tries many names (`make bench`: a
    // journey).
    let names = name.utf8
    var place = utf8.startIndex
    for byte in names {
      guard place < utf8.endIndex else { return nil }
      guard byte < 0x80, utf8[place] < 0x80 else { return restOfAny(after: name) }
      guard byte.lowercased == utf8[place].lowercased else { return nil }
      utf8.formIndex(after: &place)
    }
    guard place < utf8.endIndex else { return self[place...] }
    // The next scalar may belong to the Character before it.
    guard 0x20..<0x80 ~= utf8[place] else { return restOfAny(after: name) }
    return utf8[place] == UInt8(ascii: " ") ? self[utf8.index(after: place)...] : nil
  }

  private func restOfAny(after name: String) -> Substring? {
    let length = name.count
    let start = prefix(length + 1)
    guard start.count == length || start.count > length && start.last?.isBlank == true,
      start.prefix(length).lowercased() == name.lowercased()
    else { return nil }
    return dropFirst(length + 1)
  }
}

extension UInt8 {
  /// The lower-case letter, if the byte is an ASCII letter.
  fileprivate var lowercased: UInt8 {
    UInt8(ascii: "A")...UInt8(ascii: "Z") ~= self ? self | 0x20 : self
  }
}

extension StringProtocol {
  /// Whether two texts may begin with the same letter, ignoring case. Each command asks this of all actions,
  /// so it is decided by the first bytes where both are ASCII (`make bench`: a journey).
  func mayBegin(like other: some StringProtocol) -> Bool {
    guard let first = utf8.first, let second = other.utf8.first, first < 0x80, second < 0x80
    else { return true }
    return first | 0x20 == second | 0x20
  }
}
