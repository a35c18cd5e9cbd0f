/// Counts names, ignoring case; the first spelling is kept.
struct Tally: Hashable, Sendable {
  /// A name and its count.
  struct Count: Hashable, Sendable {
    let name: String
    var count: Int
  }

  private var byName: [String: Count] = [:]

  /// Counts each of the names of a book once, ignoring case; blank names are ignored.
  mutating func add(_ names: some Collection<String>) {
    var seen: Set<String> = []
    // Sorted, so that the spelling does not depend on the order of the names.
    for name in names.sorted() where !name.allSatisfy(\.isWhitespace) {
      let key = name.lowercased()
      guard seen.insert(key).inserted else { continue }
      byName[key, default: Count(name: name, count: 0)].count += 1
    }
  }

  /// The names, most frequent first, equally frequent ones by name.
  var counts: [Count] {
    byName.values.sorted { ($1.count, $0.name) < ($0.count, $1.name) }
  }
}
