/// Finds what a person means by a name: one typed in full first, then the beginning of one.
enum WordMatch<Candidate> {
  /// Nothing has this name.
  case none
  /// This one is meant.
  case one(Candidate)
  /// Several begin like this.
  case several([Candidate])

  /// Looks for a name among candidates that have several names each, without regard to case.
  static func of(
    _ typed: String, among candidates: [Candidate], names: (Candidate) -> [String]
  ) -> WordMatch {
    // No name is this long, and comparing a megabyte with each would take a while.
    guard !typed.isEmpty, typed.utf8.count <= 1000 else { return .none }
    let wanted = typed.lowercased()
    var beginnings: [Candidate] = []
    for candidate in candidates {
      for name in names(candidate) where name.mayBegin(like: typed) {
        let name = name.lowercased()
        if name == wanted { return .one(candidate) }
        if name.hasPrefix(wanted) {
          beginnings.append(candidate)
          break
        }
      }
    }
    switch beginnings.count {
    case 0: return .none
    case 1: return .one(beginnings[0])
    default: return .several(beginnings)
    }
  }
}

extension StringProtocol {
  /// Whether two texts may begin with the same letter, whatever its case; ruled out at a glance where
  /// both begin with ASCII.
  func mayBegin(like other: some StringProtocol) -> Bool {
    guard let first = utf8.first, let second = other.utf8.first, first < 0x80, second < 0x80
    else { return true }
    return first | 0x20 == second | 0x20
  }
}
