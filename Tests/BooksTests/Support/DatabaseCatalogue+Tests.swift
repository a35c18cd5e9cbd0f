import Services
import LocalCatalogue
import SQLiteStorage

extension DatabaseCatalogue {
  /// The embedded records in memory, filled once for all tests.
  static let ofTests = DatabaseCatalogue(
    embedded: [EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }])
}
