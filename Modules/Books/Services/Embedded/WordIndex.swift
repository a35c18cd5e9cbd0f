/// Which documents have a word that begins with given letters, by binary search.
struct WordIndex: Sendable {
  /// Where in a document a word stands.
  struct Places: OptionSet, Sendable {
    let rawValue: UInt8

    static let title = Self(rawValue: 1)
    static let author = Self(rawValue: 2)
    static let subject = Self(rawValue: 4)
    /// The word was found whole, not only its beginning.
    static let whole = Self(rawValue: 8)
    static let anywhere: Self = [.title, .author, .subject]
  }

  private struct Entry {
    /// The first eight bytes, for comparisons that end there.
    let head: UInt64
    let start: Int32
    let end: Int32
    let document: Int32
    let places: Places
  }

  private var bytes: [UInt8] = []
  private var entries: [Entry] = []

  /// Adds the words of a text, and gives them back.
  @discardableResult
  mutating func add(_ text: String, of document: Int, in places: Places) -> FoldedText {
    let folded = FoldedText(text)
    add(folded, of: document, in: places)
    if folded.hasApostrophe { add(FoldedText(text, .separates), of: document, in: places) }
    return folded
  }

  private mutating func add(_ folded: FoldedText, of document: Int, in places: Places) {
    let base = bytes.count
    bytes.append(contentsOf: folded.bytes)
    for word in folded.words {
      for start in FoldedText.beginnings(in: word) {
        entries.append(
          Entry(
            head: Self.head(word[start...]), start: Int32(base + start),
            end: Int32(base + word.endIndex), document: Int32(document), places: places))
      }
    }
  }

  /// Makes the index ready for searches.
  mutating func sort() {
    bytes.withUnsafeBufferPointer { bytes in
      entries.sort { left, right in
        if left.head != right.head { return left.head < right.head }
        return bytes[Int(left.start)..<Int(left.end)]
          .lexicographicallyPrecedes(bytes[Int(right.start)..<Int(right.end)])
      }
    }
  }

  /// Notes where each document has a word that begins with `word`.
  func find(_ word: ArraySlice<UInt8>, in wanted: Places, _ found: inout [Places]) {
    let head = Self.head(word)
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      if precedes(entries[middle], head, word) { low = middle + 1 } else { high = middle }
    }
    while low < entries.count, begins(entries[low], head, word) {
      let entry = entries[low]
      if !entry.places.isDisjoint(with: wanted) {
        let isWhole = Int(entry.end - entry.start) == word.count
        found[Int(entry.document)].formUnion(isWhole ? entry.places.union(.whole) : entry.places)
      }
      low += 1
    }
  }

  private func precedes(_ entry: Entry, _ head: UInt64, _ word: ArraySlice<UInt8>) -> Bool {
    if entry.head != head { return entry.head < head }
    return bytes[Int(entry.start)..<Int(entry.end)].lexicographicallyPrecedes(word)
  }

  private func begins(_ entry: Entry, _ head: UInt64, _ word: ArraySlice<UInt8>) -> Bool {
    if word.count <= 8 {
      return entry.head & (UInt64.max << UInt64(64 - 8 * word.count)) == head
    }
    return entry.head == head && bytes[Int(entry.start)..<Int(entry.end)].starts(with: word)
  }

  /// The first eight bytes as a number that sorts as they do; words have no zero byte.
  private static func head(_ word: ArraySlice<UInt8>) -> UInt64 {
    var head: UInt64 = 0
    for byte in word.prefix(8) { head = head << 8 | UInt64(byte) }
    return head << UInt64(8 * (8 - min(word.count, 8)))
  }
}
