import SQLiteStorage
import Services
import Testing

@Suite("A text with statements")
struct StatementTests {
  private let connection: SQLiteConnection

  init() throws {
    connection = try SQLiteConnection(path: "", mode: .memory)
    try connection.run("CREATE TABLE notes (text TEXT)")
  }

  @Test(
    "A text with more than one statement is refused, and none of them runs",
    arguments: [
      "INSERT INTO notes VALUES ('a'); INSERT INTO notes VALUES ('b')",
      "INSERT INTO notes VALUES ('a'); nonsense", "INSERT INTO notes VALUES ('a');;\n;SELECT 1;",
      "INSERT INTO notes VALUES ('a'); /* a comment */ DROP TABLE notes",
    ])
  func several(_ text: String) throws {
    for _ in 1...2 {
      let error = #expect(throws: SQLiteError.self) { try connection.run(text) }
      #expect(error?.message == "more than one statement")
    }
    #expect(try connection.text("SELECT count(*) FROM notes") == "0")
    #expect(throws: StorageError.self) { try connection.execute(text, []) }
  }

  @Test(
    "A statement can end with white space, comments and semicolons",
    arguments: ["", ";", " ; \n", " -- the last one", ";; /* the last one */ ;\n"])
  func one(_ end: String) throws {
    for count in 1...2 {
      try connection.run("INSERT INTO notes VALUES ('a;b')" + end)
      #expect(try connection.text("SELECT count(*) FROM notes") == "\(count)")
    }
  }

  @Test("More statements than are kept run inside one that is running")
  func many() throws {
    try connection.run("INSERT INTO notes VALUES ('a'), ('b'), ('c')")
    var texts: [String?] = []
    try connection.each("SELECT text FROM notes ORDER BY rowid", []) { row throws(StorageError) in
      texts.append(row.text(0))
      for number in Array(1001...1150) + Array(1001...1150) {
        let found = try connection.first("SELECT \(number)") { row throws(StorageError) in
          try row.number(0)
        }
        #expect(found == number)
      }
    }
    #expect(texts == ["a", "b", "c"])
  }

  @Test("No statement can change the table of the schema")
  func schema() throws {
    try connection.run("PRAGMA writable_schema=ON")
    #expect(throws: SQLiteError.self) { try connection.run("UPDATE sqlite_schema SET sql = '?'") }
    let schema = try connection.text("SELECT sql FROM sqlite_schema")
    #expect(schema == "CREATE TABLE notes (text TEXT)")
  }

  @Test("A text without a statement is refused", arguments: ["", " ", ";", "-- none"])
  func none(_ text: String) {
    let error = #expect(throws: SQLiteError.self) { try connection.run(text) }
    #expect(error?.message == "no statement")
  }
}
