import Core

/// The rows of a Goodreads file, read and checked, with what is wrong with the others.
struct GoodreadsFile {
  /// Which columns it has.
  let header: GoodreadsHeader
  /// The rows that can be read.
  private(set) var rows: [GoodreadsRow] = []
  /// The lines of those that can't.
  private(set) var rejections: [(line: Int, why: GoodreadsRejection)] = []

  /// The length of the largest file, in bytes: a hundred times a library of 10,000 books.
  static let maximumSize = 256 << 20
  /// The length of the longest field, in bytes: what a form takes, with doubled quotation marks.
  static let maximumFieldLength = FieldKind.maximumTextSize + (1 << 20)

  /// Reads a file to its end.
  ///
  /// - Parameter progress: is told how many bytes and rows were read.
  init(_ input: FileInput, progress: (Int, Int) -> Void) throws(TransferError) {
    var reader = CSVReader { () throws(TransferError) in
      do throws(FileProblem) { return try input.read() } catch { throw TransferError(error) }
    }
    guard let first = try reader.next() else { throw .format(GoodreadsWords.empty) }
    guard !first.bytes.starts(with: [0xFF, 0xFE]), !first.bytes.starts(with: [0xFE, 0xFF]),
      first.problem == nil, let header = GoodreadsHeader(first.bytes, first.fields),
      header.place(of: .title) != nil
    else { throw .format(GoodreadsWords.notGoodreads) }
    self.header = header
    while let row = try reader.next() {
      do throws(GoodreadsRejection) {
        rows.append(try Self.read(row, header))
      } catch { rejections.append((row.line, error)) }
      if (rows.count + rejections.count) % 256 == 0 {
        if Task.isCancelled { throw .cancelled }
        progress(reader.bytesTaken, rows.count)
      }
    }
    if Task.isCancelled { throw .cancelled }
  }

  private static func read(
    _ row: CSVReader.Row, _ header: GoodreadsHeader
  ) throws(GoodreadsRejection) -> GoodreadsRow {
    if let problem = row.problem { throw .quoting(problem) }
    guard row.fields.count == header.names.count else {
      throw .fieldCount(row.fields.count, expected: header.names.count)
    }
    if row.bytes.contains(0) { throw .zeroByte }
    if row.fields.contains(where: { $0.count > maximumFieldLength }) { throw .longField }
    guard let text = String(validating: row.bytes, as: UTF8.self) else { throw .notUTF8 }
    return GoodreadsRow(
      line: row.line, header: header, text: text, bytes: row.bytes, fields: row.fields)
  }
}

/// Why a row of a file was not taken.
enum GoodreadsRejection: Error, Hashable {
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
