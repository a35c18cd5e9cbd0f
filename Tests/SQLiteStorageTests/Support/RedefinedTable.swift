import CSQLite
import Testing

/// Changes rows under another statement of their table or index than the stored one, as other programs and disks do:
/// the file keeps the statement, and the rows contradict it.
func change(_ path: String, _ change: String, as definition: String, of name: String) throws {
  func run(_ statements: String) throws {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK,
      "\(String(cString: sqlite3_errmsg(handle)))")
  }
  // One connection reads the schema once, so each change takes its own.
  let statement = "(SELECT sql FROM sqlite_schema WHERE name = '\(name)')"
  try run("CREATE TABLE kept AS SELECT \(statement) AS sql")
  try run(
    """
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = '\(definition)' WHERE name = '\(name)'
    """)
  try run(change)
  try run(
    """
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = '\(name)';
    """)
  try run("DROP TABLE kept")
}
