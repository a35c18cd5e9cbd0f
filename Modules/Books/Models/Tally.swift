/// Counts names; upper and lower case are the same, and the spelling that came first is kept.
struct Tally: Hashable, Sendable {
  /// A name and how often it came.
  struct Count: Hashable, Sendable {
    let name: String
    var count: Int
  }

  private var byName: [String: Count] = [:]

  /// Counts each of these names once more; a name without anything but blanks is none.
  mutating func add(_ names: some Collection<String>) {
    // Sorted, so that a spelling does not depend on the order of a set.
    for name in names.sorted() where !name.allSatisfy(\.isWhitespace) {
      byName[name.lowercased(), default: Count(name: name, count: 0)].count += 1
    }
  }

  /// The names, the most frequent first, equally frequent ones by name.
  var counts: [Count] {
    byName.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
