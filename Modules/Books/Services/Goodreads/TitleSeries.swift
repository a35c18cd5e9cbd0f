import Core

/// The series in a Goodreads title such as “Leviathan Wakes (The Expanse, #1)”.
struct TitleSeries: Hashable {
  /// The name of the series; of several, the first.
  let name: String
  /// The volume as it is written, such as `1`, `2.5` or `1-3`.
  let volume: String

  /// Reads a title; nil if it has no series, or one that is too long.
  init?(_ title: String) {
    let text = title.dropFirst(GoodreadsBook.withoutSeries(title).count).dropFirst().dropLast()
    let first = text.split(separator: ";").first { $0.contains("#") }
    guard let first, let sign = first.lastIndex(of: "#") else { return nil }
    var name = String(first[..<sign]).trimmed
    if name.last == "," { name.removeLast() }
    let volume = String(first[first.index(after: sign)...])
    // Of nested parentheses only a part is left.
    guard !name.contains(")"), !volume.contains(")"),
      let name = EntryBounds.name(name, EntryBounds.seriesLength),
      let volume = EntryBounds.name(volume, EntryBounds.volumeLength)
    else { return nil }
    (self.name, self.volume) = (name, volume)
  }
}
