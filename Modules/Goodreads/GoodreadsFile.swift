package import Files

/// The valid rows of a Goodreads file, and the rejections of the others.
///
/// Memory is proportional to the size of the file: the text of the rows that may be books and the
/// lines of the others are kept; together with the books made of them that is at most about twice
/// the file's size. A file with more than ``maximumRows`` rows of any kind is refused, so that a
/// file of many small rows takes neither long nor much memory.
package struct GoodreadsFile {
  /// The columns of the file.
  package let header: GoodreadsHeader
  /// The valid rows.
  private var texts: [(line: Int, text: String)] = []
  /// The rejected rows.
  package private(set) var rejections = GoodreadsRejections()

  /// The maximum length of a file, in bytes: a hundred times a library of 10,000 books.
  package static let maximumSize = 256 << 20
  /// The maximum number of rows of a file, valid or not: five times a library of 10,000 books.
  package static let maximumRows = 50_000
  /// The maximum number of shelf names in all rows: a hundred for each book of a library of 10,000.
  package static let maximumShelfNames = 1_000_000
  /// The maximum length of a list field, such as the shelves, in bytes.
  package static let maximumListLength = 1 << 17
  /// The maximum length of a field of authors, in bytes: 2,000 names of 500 ASCII letters can be typed.
  package static let maximumAuthorsLength = 1 << 20
  /// The maximum length of a field, in bytes: more than the text of a form with doubled quotation
  /// marks.
  package static let maximumFieldLength = 5 << 20

  /// Reads a file to its end.
  ///
  /// - Parameter progress: gets the number of bytes read and of valid rows among them.
  package init(
    _ input: FileInput, progress: (Int, Int) -> Void
  ) throws(GoodreadsProblem) {
    var reader = CSVReader { () throws(FileProblem) in try input.read() }
    guard let first = try Self.next(of: &reader) else { throw .empty }
    guard first.problem == nil, let header = GoodreadsHeader(first.bytes, first.fields) else {
      throw .unreadableHeader
    }
    guard header.place(of: .title) != nil else { throw .notGoodreads }
    if header.place(of: .author) == nil, header.place(of: GoodreadsHeader.Key("Authors")) != nil {
      throw .columnsOfAnotherApp
    }
    self.header = header
    var (reportedBytes, shelfNames) = (0, 0)
    while let row = try Self.next(of: &reader) {
      do throws(GoodreadsRejection) {
        let text = try Self.read(row, header)
        if let place = header.place(of: .shelves) {
          shelfNames += row.bytes[row.fields[place]].count { $0 == UInt8(ascii: ",") }
          if shelfNames > Self.maximumShelfNames { throw .tooManyShelvesInFile }
        }
        texts.append((row.line, text))
      } catch { rejections.add(error, on: row.line) }
      guard texts.count + rejections.count <= Self.maximumRows else {
        throw .tooManyRows
      }
      if reader.bytesTaken - reportedBytes > 1 << 16 {
        reportedBytes = reader.bytesTaken
        progress(reportedBytes, texts.count)
      }
    }
    if Task.isCancelled { throw .file(.cancelled) }
  }

  private static func next(of reader: inout CSVReader) throws(GoodreadsProblem) -> CSVReader.Row? {
    do throws(FileProblem) { return try reader.next() } catch { throw .file(error) }
  }

  /// The number of valid rows.
  package var count: Int { texts.count }

  /// Returns the first line of a valid row.
  package func line(at index: Int) -> Int { texts[index].line }

  /// Returns a valid row.
  package func row(at index: Int) throws(GoodreadsRejection) -> GoodreadsRow {
    let (line, text) = texts[index]
    guard let row = GoodreadsRow(line: line, header: header, text: text) else {
      throw .quoting(.strayQuote)
    }
    return row
  }

  private static func read(
    _ row: CSVReader.Row, _ header: GoodreadsHeader
  ) throws(GoodreadsRejection) -> String {
    if let problem = row.problem { throw .quoting(problem) }
    guard row.fields.count == header.names.count else {
      throw .fieldCount(row.fields.count, expected: header.names.count)
    }
    if row.fields.contains(where: { $0.count > maximumFieldLength }) { throw .longField }
    guard let text = String(validating: row.bytes, as: UTF8.self) else { throw .notUTF8 }
    func length(_ column: GoodreadsColumn) -> Int {
      header.place(of: column).map { row.fields[$0].count } ?? 0
    }
    if length(.title) > maximumListLength { throw .longTitle }
    if max(length(.author), length(.additionalAuthors)) > maximumAuthorsLength {
      throw .longAuthors
    }
    if max(length(.shelves), length(.shelfPositions)) > maximumListLength {
      throw .tooManyShelves
    }
    let title = header.place(of: .title).flatMap { CSVField.text(row.bytes[row.fields[$0]]) }
    if title?.trimmed.isEmpty != false { throw .noTitle }
    return text
  }
}

/// The rejected rows: all are counted, and the first ones are listed.
package struct GoodreadsRejections {
  /// The maximum number of listed rows.
  package static let maximumListed = 5000

  /// The number of rejected rows.
  package private(set) var count = 0
  private var first: [(line: Int, why: GoodreadsRejection)] = []

  /// Adds a row.
  package mutating func add(_ why: GoodreadsRejection, on line: Int) {
    count += 1
    if first.count < 2 * Self.maximumListed { first.append((line, why)) }
  }

  /// The listed rows, in the order of the file.
  package var listed: [(line: Int, why: GoodreadsRejection)] {
    Array(first.sorted { $0.line < $1.line }.prefix(Self.maximumListed))
  }
}

/// The reason why a file can't be read as a Goodreads library.
package enum GoodreadsProblem: Error, Hashable {
  /// The file can't be read, or reading was cancelled.
  case file(FileProblem)
  /// The file is empty.
  case empty
  /// The first row is not UTF-8, or not valid CSV.
  case unreadableHeader
  /// The first row has no column for the title.
  case notGoodreads
  /// The first row has a column “Authors” and none named “Author”, as StoryGraph's export has it: the shelves, ratings
  /// and dates are in columns with other names, too.
  case columnsOfAnotherApp
  /// The file has more than ``GoodreadsFile/maximumRows`` rows.
  case tooManyRows
}

/// The reason why a row of a file was rejected.
package enum GoodreadsRejection: Error, Hashable {
  case quoting(CSVReader.Problem)
  case fieldCount(Int, expected: Int)
  case notUTF8
  case longField
  /// With the columns that are kept from earlier files, the row would have more bytes or fields than a row may have.
  case tooLongTogether
  case noTitle
  case longTitle
  case longAuthors
  /// The book is on too many shelves.
  case tooManyShelves
  /// The rows up to this one name more than ``GoodreadsFile/maximumShelfNames`` shelves.
  case tooManyShelvesInFile
  /// With the shelves of the row, the library would have more than this number of custom shelves.
  case tooManyShelvesInLibrary(maximum: Int)
  /// Another row has the same book.
  case double(line: Int)
}
