import Services
import LocalCatalogue
import SQLiteStorage

extension DatabaseCatalogue {
  /// The records that come with the app, in memory: filled once for all tests.
  static let ofTests = DatabaseCatalogue(
    embedded: [EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }])
}
