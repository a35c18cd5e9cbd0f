/// A column of the Goodreads export (My Books, Import and export), in its order.
package enum GoodreadsColumn: String, CaseIterable {
  case bookID = "Book Id"
  case title = "Title"
  case author = "Author"
  case authorLastFirst = "Author l-f"
  case additionalAuthors = "Additional Authors"
  case isbn = "ISBN"
  case isbn13 = "ISBN13"
  case rating = "My Rating"
  case averageRating = "Average Rating"
  case publisher = "Publisher"
  case binding = "Binding"
  case pages = "Number of Pages"
  case yearPublished = "Year Published"
  case year = "Original Publication Year"
  case dateRead = "Date Read"
  case dateAdded = "Date Added"
  case shelves = "Bookshelves"
  case shelfPositions = "Bookshelves with positions"
  case exclusiveShelf = "Exclusive Shelf"
  case review = "My Review"
  case spoiler = "Spoiler"
  case notes = "Private Notes"
  case readCount = "Read Count"
  case ownedCopies = "Owned Copies"

  /// The columns by their names in lower case.
  package static let byName = Dictionary(
    uniqueKeysWithValues: allCases.map { ($0.rawValue.lowercased(), $0) })

  /// Columns of older files.
  package static let older: Set<String> = [
    "recommended for", "recommended by", "original purchase date", "original purchase location",
    "condition", "condition description", "bcid",
  ]
}

/// The first row of a file, with its columns in their order.
package struct GoodreadsHeader {
  /// Identifies a column, even if several have the same name.
  package struct Key: Hashable {
    /// The name in lower case.
    package let name: String
    /// The number of columns with this name before this one.
    package fileprivate(set) var number = 0

    /// Creates the key of the first column with a name.
    package init(_ name: String) { self.name = name.lowercased() }
  }

  /// The unchanged text of the row.
  package let text: String
  /// The names of the columns.
  package let names: [String]
  /// The unchanged texts of the fields.
  package let rawNames: [String]
  /// The keys of the columns.
  package let keys: [Key]
  private let places: [GoodreadsColumn: Int]
  private let placesByKey: [Key: Int]

  /// Parses a first row; nil for bytes that are not UTF-8, or not valid CSV.
  package init?(_ bytes: [UInt8], _ fields: [Range<Int>]) {
    guard let text = String(validating: bytes, as: UTF8.self) else { return nil }
    self.text = text
    let raw = fields.map { bytes[$0] }
    names = raw.map { (CSVField.text($0) ?? "").trimmed }
    rawNames = raw.map { String(decoding: $0, as: UTF8.self) }
    var counts: [String: Int] = [:]
    var keys: [Key] = []
    var places: [GoodreadsColumn: Int] = [:]
    var placesByKey: [Key: Int] = [:]
    for (place, name) in names.enumerated() {
      var key = Key(name)
      key.number = counts[key.name, default: 0]
      counts[key.name] = key.number + 1
      keys.append(key)
      placesByKey[key] = place
      // The first of two columns with the same name is used.
      if key.number == 0, let column = GoodreadsColumn.byName[key.name] { places[column] = place }
    }
    (self.keys, self.places, self.placesByKey) = (keys, places, placesByKey)
  }

  /// Parses a stored first row.
  package init?(_ text: String) {
    let bytes = Array(text.utf8)
    guard let fields = CSVReader.fields(of: bytes) else { return nil }
    self.init(bytes, fields)
  }

  /// The columns of an export of a library without imported files.
  package static var standard: GoodreadsHeader? {
    GoodreadsHeader(GoodreadsColumn.allCases.map(\.rawValue).joined(separator: ","))
  }

  /// Returns the index of a column, or nil.
  package func place(of column: GoodreadsColumn) -> Int? { places[column] }

  /// Returns the index of the column with a key, or nil.
  package func place(of key: Key) -> Int? { placesByKey[key] }

  /// The number of columns that Goodreads does not have.
  package var unknownCount: Int {
    names.indices.count { place in
      !places.values.contains(place) && !GoodreadsColumn.older.contains(names[place].lowercased())
    }
  }
}

/// A row of a file, by the names of its columns.
package struct GoodreadsRow {
  /// The number of its first line.
  package let line: Int
  /// The columns.
  package let header: GoodreadsHeader
  /// The unchanged text of the row.
  package let text: String
  private let bytes: [UInt8]
  private let fields: [Range<Int>]

  /// Parses a row of a file, or a stored one; nil if it does not fit its header.
  package init?(line: Int, header: GoodreadsHeader, text: String) {
    let bytes = Array(text.utf8)
    guard let fields = CSVReader.fields(of: bytes), fields.count == header.names.count else {
      return nil
    }
    (self.line, self.header, self.text) = (line, header, text)
    (self.bytes, self.fields) = (bytes, fields)
  }

  /// Returns the value of a column, empty if there is none.
  package func value(_ column: GoodreadsColumn) -> String {
    guard let place = header.place(of: column) else { return "" }
    return CSVField.text(bytes[fields[place]]) ?? ""
  }

  /// The values of all non-empty columns, by their names.
  package var filledColumns: [String: String] {
    var columns: [String: String] = [:]
    for (place, name) in header.names.enumerated() where columns[name] == nil {
      guard let text = CSVField.text(bytes[fields[place]]), !text.isEmpty else { continue }
      columns[name] = text
    }
    return columns
  }

  /// Returns the texts of a header and a row with the values of a newer row of the same book, and with this
  /// row's values in the columns that the newer one lacks; nil if it lacks none that has a value here.
  ///
  /// - Throws: ``GoodreadsRejection/tooLongTogether`` if they could not be read again.
  package func updated(
    by newer: GoodreadsRow
  ) throws(GoodreadsRejection) -> (header: String, text: String)? {
    if header.text == newer.header.text { return nil }
    let places = header.keys.map { newer.header.place(of: $0) }
    guard places.indices.contains(where: { places[$0] == nil && !fields[$0].isEmpty }) else {
      return nil
    }
    let further = newer.header.keys.indices.filter {
      header.place(of: newer.header.keys[$0]) == nil
    }
    let values = places.indices.map { place in
      places[place].map(newer.raw(at:)) ?? raw(at: place)
    }
    let names = (header.rawNames + further.map { newer.header.rawNames[$0] })
      .joined(separator: ",")
    let text = (values + further.map(newer.raw)).joined(separator: ",")
    guard places.count + further.count <= CSVReader.maximumFieldCount,
      max(names.utf8.count, text.utf8.count) < CSVReader.maximumRowLength
    else { throw .tooLongTogether }
    return (header: names, text: text)
  }

  /// Returns the unchanged text of a field by its index.
  package func raw(at place: Int) -> String {
    String(decoding: bytes[fields[place]], as: UTF8.self)
  }
}
