import CSQLite
import Services

extension SQLiteConnection {
  /// Rebuilds all indexes, and sorts the rows of tables without rowids.
  ///
  /// An index that has let in the same row twice can't be rebuilt, and stays as it is. Its table keeps all
  /// rows, and each backup names the problem.
  func rebuildIndexes() throws(StorageError) {
    try write("rebuilding the indexes") { _ throws(StorageError) in
      // A table without rowids is the index of its primary key, which has no row of its own in the schema.
      let names = try rows(
        """
        SELECT i.name FROM sqlite_schema AS s JOIN pragma_index_list(s.name) AS i
        WHERE s.type = 'table'
        """
      ) { row throws(StorageError) in try row.string(0) }
      for name in names {
        do throws(SQLiteError) {
          // A name without the schema's may be that of a collation (sqlite.org/lang_reindex.html).
          try run("REINDEX main.\"\(name.replacing("\"", with: "\"\""))\"")
        } catch {
          // A single statement for all indexes would be rolled back for all of them.
          guard error.primaryCode == SQLITE_CONSTRAINT else { throw error.storageError }
        }
      }
    }
  }
}
