import Catalogue
import Core
import Services
import Foundation
import Testing

@testable import Books

/// A store that the contract checks.
struct NamedLibraryStore: CustomTestStringConvertible, Sendable {
  let testDescription: String
  /// Creates an empty store.
  let make: @Sendable () async throws -> any LibraryStore

  static let all = NamedLibraryStores.all.map { named in
    NamedLibraryStore(testDescription: named.testDescription) {
      try named.make().stores.store(of: .account("ada"))
    }
  }
}

extension LibraryEntry {
  /// Returns an entry that depends on a number.
  static func sample(
    _ number: Int, on shelves: Set<Shelf.ID> = [.reading], reference: String? = nil,
    added: Int? = nil
  ) -> LibraryEntry {
    LibraryEntry(
      id: LibraryEntry.ID("entry-\(number)"), book: BookCopy(title: "Book \(number)"),
      reference: reference.map { .test($0) }, shelves: shelves,
      added: Date(timeIntervalSince1970: Double(added ?? number)))
  }
}

extension CatalogueReference {
  /// Returns a reference to the tests' catalogue.
  static func test(_ key: String) -> Self {
    CatalogueReference(source: "test", key: key)
  }
}
