import Files
import Services
import Testing

@testable import Goodreads

@Suite("Reading CSV")
struct CSVReaderTests {
  /// Reads a text in chunks of a given size.
  private func read(
    _ text: String, by size: Int = 1 << 18, rereading limit: Int = CSVReader.maximumRereading
  ) throws -> [CSVReader.Row] {
    var rest = Array(text.utf8)[...]
    var reader = CSVReader(rereadingLimit: limit) { () throws(FileProblem) in
      defer { rest = rest.dropFirst(size) }
      return Array(rest.prefix(size))
    }
    var rows: [CSVReader.Row] = []
    while let row = try reader.next() { rows.append(row) }
    return rows
  }

  private func fields(_ row: CSVReader.Row) -> [String?] {
    row.fields.map { CSVField.text(row.bytes[$0]) }
  }

  @Test("Fields are separated by commas, and quotation marks enclose special characters")
  func fields() throws {
    let rows = try read("a,\"b, \"\"c\"\"\nd\",,=\"12\"\n")
    #expect(rows.map(fields) == [["a", "b, \"c\"\nd", "", "=\"12\""]])
  }

  @Test("The rows are the same however the bytes are split", arguments: [1, 2, 3, 7, 1000])
  func pieces(_ size: Int) throws {
    let text = "\u{FEFF}a,b\r\n\"x\r\ny\",\"\"\"\"\r1,=\"2\"\n\n\rö,\"日本\""
    let rows = try read(text, by: size)
    #expect(rows.map(fields) == [["a", "b"], ["x\r\ny", "\""], ["1", "=\"2\""], ["ö", "日本"]])
    #expect(rows.map(\.line) == [1, 2, 4, 7])
  }

  @Test(
    "An invalid row is named with its line, and the next line is read",
    arguments: [
      ("a\"b,c", CSVReader.Problem.strayQuote), ("\"a\"b,c", .textAfterQuote),
      ("\"a,c", .unclosedQuote), ("\"a\" ,c", .textAfterQuote), (" \"a\",c", .strayQuote),
      ("=\"12,c", .unclosedQuote), ("=\"12\"x,c", .textAfterQuote),
    ])
  func problems(_ row: String, _ problem: CSVReader.Problem) throws {
    let rows = try read("1,2\n\(row)\n3,4\n")
    #expect(rows.map(\.problem) == [nil, problem, nil])
    #expect(rows.map(\.line) == [1, 2, 3])
  }

  @Test("A missing quotation mark affects no other row")
  func lostQuote() throws {
    let rows = try read("\"a,1\n\"b\",2\nc,3\n")
    #expect(rows.map(\.line) == [1, 2, 3])
    #expect(rows.map { $0.problem != nil } == [true, false, false])
  }

  @Test(
    "After too much second reading, rows still have their line numbers", arguments: [1, 2, 3, 1000])
  func rereading(_ size: Int) throws {
    let text = "a,b\n\"x\ny\r\nz\"w\nc,d\n"
    #expect(try read(text, by: size).map(\.line) == [1, 2, 3, 4, 5])
    let rows = try read(text, by: size, rereading: 5)
    #expect(rows.map(\.problem) == [nil, .textAfterQuote, nil])
    #expect(rows.map(\.line) == [1, 2, 5])
  }

  @Test("An endless line is one invalid row, also in quotation marks", arguments: ["", "\""])
  func endless(_ quote: String) throws {
    let rows = try read(quote + String(repeating: "x", count: 13 << 20) + quote + "\na,b\n")
    #expect(rows.map(\.problem) == [.tooLong, nil])
    #expect(rows.map(\.line) == [1, 2])
  }

  @Test("A row may have a thousand fields, and not one more")
  func fieldCount() throws {
    let rows = try read("a\n\(String(repeating: ",", count: 999))\nb\n")
    #expect(rows.map(\.fields.count) == [1, 1000, 1])
    let longer = try read("a\n\(String(repeating: ",", count: 1000))\nb\n")
    #expect(longer.map(\.problem) == [nil, .tooLong, nil])
  }

  @Test(
    "Written fields are read back unchanged",
    arguments: ["", "a,b", "\"", "a\nb", "=1+1", "ö\r", "\"a\"\u{200C}b", "\"\u{301}"])
  func written(_ text: String) throws {
    let rows = try read("x,\(CSVField.written(text))\n")
    #expect(rows.map(fields) == [["x", text]])
  }
}
