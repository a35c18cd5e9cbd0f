import CSQLite
import Testing

/// What other programs do with a file, without the guards of the app's own connections: each text with a connection of
/// its own, which reads the schema again.
func runElsewhere(_ path: String, _ texts: String...) throws { try runElsewhere(path, texts) }

func runElsewhere(_ path: String, _ texts: [String]) throws {
  for statements in texts {
    var handle: OpaquePointer?
    defer { sqlite3_close(handle) }
    try #require(sqlite3_open(path, &handle) == SQLITE_OK)
    try #require(
      sqlite3_exec(handle, statements, nil, nil, nil) == SQLITE_OK,
      "\(statements): \(String(cString: sqlite3_errmsg(handle)))")
  }
}

/// Changes rows under another statement of their table or index than the stored one: the file keeps the statement, and
/// the rows contradict it.
func change(_ path: String, _ change: String, as definition: String, of name: String) throws {
  try runElsewhere(
    path, "CREATE TABLE kept AS SELECT sql FROM sqlite_schema WHERE name = '\(name)'",
    """
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = '\(definition)' WHERE name = '\(name)'
    """, change,
    """
    PRAGMA writable_schema=ON;
    UPDATE sqlite_schema SET sql = (SELECT sql FROM kept) WHERE name = '\(name)'
    """, "DROP TABLE kept")
}
