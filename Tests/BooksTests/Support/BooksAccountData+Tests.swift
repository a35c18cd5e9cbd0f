import Accounts
import Services

@testable import Books

extension BooksAccountData {
  /// Creates the account data like the feature.
  init(stores: any LibraryStores, identifiers: any IdentifierSource) {
    self.init(stores: stores, identifiers: identifiers) {
      BooksText.summary(books: $0, shelves: $1)
    }
  }
}
