import Services
import Core
import Goodreads

/// How Goodreads' shelves and the app's stand for each other.
enum GoodreadsShelves {
  /// The three shelves that everybody has, as Goodreads calls them.
  static let standard: [(name: String, shelf: Shelf.ID)] = [
    ("to-read", .wantToRead), ("currently-reading", .reading), ("read", .read),
  ]
  /// The number of own shelves that a library can get from files. More than everybody may make: what
  /// was made elsewhere is not taken away.
  static let maximumCount = 2000
  /// The number of shelves on which one book may stand.
  static let maximumCountOfBook = 200

  /// The shelves that a row names.
  static func read(_ row: GoodreadsRow) -> (standard: Shelf.ID?, own: [String]) {
    let exclusive = row.value(.exclusiveShelf).trimmed
    let names = GoodreadsText.list(row.value(.shelves))
    var standardShelf = shelf(exclusive)
    if exclusive.isEmpty {
      // A file without that column.
      standardShelf = standard.last { pair in names.contains { shelf($0) == pair.shelf } }?.shelf
    }
    var own: [String] = []
    var seen: Set<String> = []
    // A shelf of the reader's own may stand in the place of the three.
    for name in names + [exclusive] where shelf(name) == nil {
      // One more than a book may have: the row is refused, whatever else it names.
      if own.count > maximumCountOfBook { break }
      let name = readable(name)
      if !name.isEmpty, seen.insert(key(name)).inserted { own.append(name) }
    }
    return (standardShelf, own)
  }

  /// The standard shelf of this name, or nil.
  static func shelf(_ name: String) -> Shelf.ID? {
    let name = name.lowercased()
    return standard.first { $0.name == name }?.shelf
  }

  /// What Goodreads calls a standard shelf.
  static func name(of shelf: Shelf.ID) -> String? {
    standard.first { $0.shelf == shelf }?.name
  }

  /// A name as a shelf of the app may have it: on one line, of signs that can be seen, bounded.
  static func readable(_ name: String) -> String {
    let limit = Shelf.maximumNameLength
    if let good = try? ReadableName(name, limit: limit) { return good.text }
    // What can't be shown is left out; the file's own words are kept with the row.
    let signs = name.unicodeScalars.prefix(1000).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
      default: true
      }
    }
    let short = String(String(String.UnicodeScalarView(signs)).trimmed.prefix(limit))
    return (try? ReadableName(short, limit: limit))?.text ?? ""
  }

  /// What names of the same shelf have in common. A file has no commas in names.
  static func key(_ name: String) -> String {
    readable(written(name)).lowercased()
  }

  /// A name as a file can have it.
  static func written(_ name: String) -> String {
    guard name.contains(",") else { return name }
    return name.split(separator: ",").map { String($0).trimmed }.joined(separator: " ")
  }

  /// The shelves of an entry as the three columns of a row have them.
  ///
  /// - Parameters:
  ///   - names: the names of the own shelves on which it stands.
  ///   - old: the row as it was, whose order and positions stay.
  static func columns(
    standard shelf: Shelf.ID?, own names: [String], old: GoodreadsRow?
  ) -> (shelves: String, positions: String, exclusive: String) {
    let oldNames = old.map { GoodreadsText.list($0.value(.shelves)) } ?? []
    let oldExclusive = old?.value(.exclusiveShelf).trimmed ?? ""
    let order = Dictionary(zip(oldNames.map(key), 0...)) { first, _ in first }
    let own = names.map(written).sorted {
      (order[key($0)] ?? .max, $0) < (order[key($1)] ?? .max, $1)
    }
    let exclusive =
      shelf.flatMap(name(of:))
      ?? own.first { key($0) == key(oldExclusive) } ?? own.first ?? "to-read"
    // Goodreads lists the shelf on which a book stands, but for the one of those that were read.
    var listed = own
    if exclusive != "read", !own.contains(exclusive) { listed.append(exclusive) }
    let positions = Dictionary(
      GoodreadsText.list(old?.value(.shelfPositions) ?? "").compactMap { text in
        text.lastIndex(of: "(").map { (key(String(text[..<$0]).trimmed), text) }
      }
    ) { first, _ in first }
    return (
      listed.joined(separator: ", "),
      listed.map { positions[key($0)] ?? $0 }.joined(separator: ", "), exclusive
    )
  }
}
