import Core

/// The series in a Goodreads title such as “Leviathan Wakes (The Expanse, #1)”.
struct TitleSeries: Hashable {
  /// The name of the series; of several, the first.
  let name: String
  /// The volume as it is written, such as `1`, `2.5` or `1-3`.
  let volume: String

  /// Reads a title; nil if it has no series, or one that is too long.
  init?(_ title: String) {
    guard let text = Self.series(in: title)?.dropFirst().dropLast(),
      let first = text.split(separator: ";").first(where: { $0.contains("#") }),
      let sign = first.lastIndex(of: "#")
    else { return nil }
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

  /// Returns the number of a volume in its series, such as `1` or `2.5`; nil if the title has none.
  static func volume(of title: String) -> String? {
    guard let series = series(in: title), let sign = series.lastIndex(of: "#") else { return nil }
    let number = series[series.index(after: sign)...].prefix { $0 != ")" && $0 != ";" }
    return String(number).trimmed
  }

  /// Returns all numbers of volumes in a title, such as 1 and 9 in “Emma (Set, #1; Works, #9)”.
  static func volumeNumbers(of title: String) -> [Double] {
    (series(in: title) ?? "").split(separator: "#").dropFirst().compactMap { part in
      Double(String(part.prefix { $0 != ")" && $0 != ";" && $0 != "," }).trimmed)
    }
  }

  /// Returns the series in a title such as “Leviathan Wakes (The Expanse, #1)”.
  private static func series(in title: String) -> Substring? {
    guard title.last == ")", let open = title.lastIndex(of: "("), open > title.startIndex,
      title[open...].contains("#")
    else { return nil }
    return title[open...]
  }

  /// Returns a title without its series in parentheses.
  static func withoutSeries(_ title: String) -> Substring {
    title[..<(series(in: title)?.startIndex ?? title.endIndex)]
  }
}
