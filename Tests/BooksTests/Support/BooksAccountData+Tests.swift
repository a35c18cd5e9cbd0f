import Accounts
import Services

@testable import Books

extension BooksAccountData {
  /// The data as the feature gives it to the app.
  init(stores: any LibraryStores, identifiers: any IdentifierSource) {
    self.init(stores: stores, identifiers: identifiers) {
      BooksText.summary(books: $0, shelves: $1)
    }
  }
}
