package import Files

/// The rows of a Goodreads file, read and checked, with what is wrong with the others.
///
/// Memory is bounded by the size of the file: what is kept is the text of the rows that may be books,
/// once, and where the others are; with the books that are made of them that is about twice the size of
/// the file at most. A file with more than ``maximumRows`` rows of any kind is refused,
/// so that no file of many small rows takes long or much memory.
package struct GoodreadsFile {
  /// Which columns it has.
  package let header: GoodreadsHeader
  /// The rows that can be read.
  private var texts: [(line: Int, text: String)] = []
  /// The lines of those that can't.
  package private(set) var rejections = GoodreadsRejections()

  /// The length of the largest file, in bytes: a hundred times a library of 10,000 books.
  package static let maximumSize = 256 << 20
  /// The number of rows of the largest file, good or bad: five times a library of 10,000 books.
  package static let maximumRows = 50_000
  /// The number of shelves that all rows name together: a hundred for each book of a library of 10,000.
  package static let maximumShelfNames = 1_000_000
  /// The length of a field that is taken apart, such as the authors, in bytes.
  package static let maximumListLength = 1 << 17
  /// The length of the longest field, in bytes: more than the text of a form with its quotation marks
  /// doubled.
  package static let maximumFieldLength = 5 << 20

  /// Reads a file to its end.
  ///
  /// - Parameter progress: is told how many bytes and rows were read.
  package init(
    _ input: FileInput, progress: (Int, Int) -> Void
  ) throws(GoodreadsProblem) {
    var reader = CSVReader { () throws(FileProblem) in try input.read() }
    guard let first = try Self.next(of: &reader) else { throw .empty }
    guard !first.bytes.starts(with: [0xFF, 0xFE]), !first.bytes.starts(with: [0xFE, 0xFF]),
      first.problem == nil, let header = GoodreadsHeader(first.bytes, first.fields),
      header.place(of: .title) != nil
    else { throw .notGoodreads }
    self.header = header
    var (told, shelfNames) = (0, 0)
    while let row = try Self.next(of: &reader) {
      do throws(GoodreadsRejection) {
        let text = try Self.read(row, header)
        if let place = header.place(of: .shelves) {
          shelfNames += row.bytes[row.fields[place]].count { $0 == UInt8(ascii: ",") }
          if shelfNames > Self.maximumShelfNames { throw .tooManyShelves }
        }
        texts.append((row.line, text))
      } catch { rejections.add(error, on: row.line) }
      guard texts.count + rejections.count <= Self.maximumRows else {
        throw .tooManyRows
      }
      if reader.bytesTaken - told > 1 << 16 {
        told = reader.bytesTaken
        progress(told, texts.count)
      }
    }
    if Task.isCancelled { throw .file(.cancelled) }
  }

  private static func next(of reader: inout CSVReader) throws(GoodreadsProblem) -> CSVReader.Row? {
    do throws(FileProblem) { return try reader.next() } catch { throw .file(error) }
  }

  /// How many rows can be read.
  package var count: Int { texts.count }

  /// The line on which one of them begins.
  package func line(at index: Int) -> Int { texts[index].line }

  /// Gives one of the rows that can be read.
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
    if row.hasZeroByte { throw .zeroByte }
    if row.fields.contains(where: { $0.count > maximumFieldLength }) { throw .longField }
    guard let text = String(validating: row.bytes, as: UTF8.self) else { throw .notUTF8 }
    func length(_ column: GoodreadsColumn) -> Int {
      header.place(of: column).map { row.fields[$0].count } ?? 0
    }
    if length(.title) > maximumListLength { throw .longTitle }
    if max(length(.author), length(.additionalAuthors)) > maximumListLength { throw .longAuthors }
    if max(length(.shelves), length(.shelfPositions)) > maximumListLength {
      throw .tooManyShelves
    }
    let title = header.place(of: .title).flatMap { CSVField.text(row.bytes[row.fields[$0]]) }
    if title?.trimmed.isEmpty != false { throw .noTitle }
    return text
  }
}

/// The rows that were not taken: all are counted, and the first ones are listed.
package struct GoodreadsRejections {
  /// How many are listed.
  package static let maximumListed = 5000

  /// How many there are.
  package private(set) var count = 0
  private var first: [(line: Int, why: GoodreadsRejection)] = []

  /// Adds a row.
  package mutating func add(_ why: GoodreadsRejection, on line: Int) {
    count += 1
    if first.count < 2 * Self.maximumListed { first.append((line, why)) }
  }

  /// The ones that are listed, in the order of the file.
  package var listed: [(line: Int, why: GoodreadsRejection)] {
    Array(first.sorted { $0.line < $1.line }.prefix(Self.maximumListed))
  }
}

/// Why a file can't be read as a library from Goodreads.
package enum GoodreadsProblem: Error, Hashable {
  /// The file can't be read, or reading was cancelled.
  case file(FileProblem)
  /// The file is empty.
  case empty
  /// The first row has no column for the title.
  case notGoodreads
  /// The file has more than ``GoodreadsFile/maximumRows`` rows.
  case tooManyRows
}

/// Why a row of a file was not taken.
package enum GoodreadsRejection: Error, Hashable {
  case quoting(CSVReader.Problem)
  case fieldCount(Int, expected: Int)
  case zeroByte
  case notUTF8
  case longField
  case noTitle
  case longTitle
  case longAuthors
  case tooManyShelves
  /// Another row is about the same book.
  case double(line: Int)
}
