import Services
import Core
import Goodreads

/// Maps Goodreads' shelves to the app's.
enum GoodreadsShelves {
  /// The maximum number of custom shelves from files. It exceeds the limit without a membership,
  /// because imported shelves are kept.
  static let maximumCount = 2000
  /// The maximum number of shelves of a book.
  static let maximumCountOfBook = 200

  /// Returns the shelves of a row.
  static func read(_ row: GoodreadsRow) -> (standard: Shelf.ID?, own: [String]) {
    let exclusive = row.value(.exclusiveShelf).trimmed
    let names = GoodreadsValue.list(row.value(.shelves))
    var standardShelf = Shelf.inGoodreads(exclusive)
    if exclusive.isEmpty {
      // For a file without that column.
      standardShelf = Shelf.standardIDs.last { shelf in
        names.contains { Shelf.inGoodreads($0) == shelf }
      }
    }
    var own: [String] = []
    var seen: Set<String> = []
    // A custom shelf may be in the column of the standard shelf.
    for name in names + [exclusive] where Shelf.inGoodreads(name) == nil {
      // One more than the maximum is enough to reject the row.
      if own.count > maximumCountOfBook { break }
      let name = readable(name)
      if !name.isEmpty, seen.insert(key(name)).inserted { own.append(name) }
    }
    return (standardShelf, own)
  }

  /// Returns Goodreads' name of a standard shelf.
  static func name(of shelf: Shelf.ID) -> String? {
    Shelf.goodreadsNames.first { $0.shelf == shelf }?.name
  }

  /// Returns a valid name for a shelf: on one line, of visible characters, with single spaces, and shortened.
  static func readable(_ name: String) -> String {
    Shelf.singleSpaced(visible(name))
  }

  private static func visible(_ name: String) -> String {
    let limit = Shelf.maximumNameLength
    if let good = try? ReadableName(name, limit: limit) { return good.text }
    // Invisible scalars are left out; the imported row keeps the original name.
    let signs = name.unicodeScalars.prefix(1000).filter { scalar in
      switch scalar.properties.generalCategory {
      case .control, .format, .lineSeparator, .paragraphSeparator, .unassigned, .surrogate: false
      default: true
      }
    }
    let short = String(String(String.UnicodeScalarView(signs)).trimmed.prefix(limit))
    return (try? ReadableName(short, limit: limit))?.text ?? ""
  }

  /// Returns the common key of a shelf's names. A file has no commas in names.
  static func key(_ name: String) -> String {
    readable(written(name)).lowercased()
  }

  /// Returns a name for a file.
  static func written(_ name: String) -> String {
    guard name.contains(",") else { return name }
    return name.split(separator: ",").map { String($0).trimmed }.joined(separator: " ")
  }

  /// Returns the shelves of an entry for the three columns of a row.
  ///
  /// - Parameters:
  ///   - names: the names of the entry's custom shelves.
  ///   - old: the imported row, whose order and positions are kept.
  static func columns(
    standard shelf: Shelf.ID?, own names: [String], old: GoodreadsRow?
  ) -> (shelves: String, positions: String, exclusive: String) {
    let oldNames = old.map { GoodreadsValue.list($0.value(.shelves)) } ?? []
    let oldExclusive = old?.value(.exclusiveShelf).trimmed ?? ""
    let order = Dictionary(zip(oldNames.map(key), 0...)) { first, _ in first }
    let own = names.map(written).sorted {
      (order[key($0)] ?? .max, $0) < (order[key($1)] ?? .max, $1)
    }
    let exclusive =
      shelf.flatMap(name(of:))
      ?? own.first { key($0) == key(oldExclusive) } ?? own.first ?? "to-read"
    // Goodreads lists the standard shelf, except Read.
    var listed = own
    if exclusive != "read", !own.contains(exclusive) { listed.append(exclusive) }
    let positions = Dictionary(
      GoodreadsValue.list(old?.value(.shelfPositions) ?? "").compactMap { text in
        text.lastIndex(of: "(").map { (key(String(text[..<$0]).trimmed), text) }
      }
    ) { first, _ in first }
    return (
      listed.joined(separator: ", "),
      listed.map { positions[key($0)] ?? $0 }.joined(separator: ", "), exclusive
    )
  }
}
