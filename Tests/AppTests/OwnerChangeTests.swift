// Needs: Auth, Books, Membership, Onboarding, Transfers

import Accounts
import Services
import Auth
import Catalogue
import Core
import Foundation
import LocalCatalogue
import Membership
import Onboarding
import SQLiteStorage
import TestKit
import Testing

@testable import Books

/// An owner's data in the tables of all features is changed in one transaction.
@Suite("Moving and erasing all data of an owner in one database")
@MainActor struct OwnerChangeTests {
  private let database: TestDatabase
  private let accounts: DatabaseAccountStore
  private let libraries: DatabaseLibraryStores
  private let values: DatabaseKeyValueStore
  private let data: [any AccountData]
  private let ada = Owner.account("ada")
  private let bo = Owner.account("bo")

  init() throws {
    database = try TestDatabase(
      DatabaseKeyValueStore.migrations + BooksFeature.migrations + AuthFeature.migrations
    ) { try SQLiteDatabase(path: $0) }
    (accounts, libraries) = (DatabaseAccountStore(database), DatabaseLibraryStores(database))
    values = DatabaseKeyValueStore(database)
    let context = AppContext.test()
    let books = BooksFeature.make(
      selection: CatalogueSelection(only: DatabaseCatalogue(embedded: []), context: context),
      stores: libraries, context: context)
    let membership = MembershipFeature(
      context: context, store: values,
      payments: SandboxPayments(store: values, clock: context.clock),
      account: nil)
    let features = [
      books, OnboardingFeature(context: context, store: values).feature, membership.feature,
    ]
    data = features.contributions(of: (any AccountData).self)
    #expect(data.count == 3)
  }

  private func fill() async throws {
    for owner in [Owner.guest, ada, bo] {
      try await libraries.store(of: owner).change("filling") { records throws(StorageError) in
        try records.save(Shelf(id: "own", name: "Own"))
        for number in 1...3 {
          var entry = LibraryEntry(
            id: LibraryEntry.ID("\(owner.keyPrefix)\(number)"), book: BookCopy(title: "\(number)"),
            shelves: [.read, "own"], added: Date(timeIntervalSinceReferenceDate: Double(number)))
          entry.history = [ProgressRecord(date: CalendarDate(daysSince1970: 1), progress: .page(1))]
          try records.save(entry)
        }
      }
      for subject in ["onboarding", "membership"] {
        let values = OwnedValues(values, of: owner, about: subject)
        for key in owner == bo ? ["a"] : ["a", "b"] {
          try await values.set(Data("1".utf8), for: key)
        }
      }
      guard let id = owner.account else { continue }
      let account = Account(
        id: Identifier(id.rawValue), name: "x", email: try EmailAddress("\(id)@example.org"),
        created: Date(timeIntervalSince1970: 0))
      #expect(try await accounts.save(AccountRecord(account: account, passwordHash: "x")))
    }
    let session = SavedSession(
      id: "session", account: "ada", expires: Date(timeIntervalSince1970: 9))
    #expect(try await accounts.begin(session, at: Date(timeIntervalSince1970: 0)) == session)
  }

  /// Returns all rows, or only those without a given owner.
  private func rows(without owner: Owner? = nil) throws -> [String] {
    try database.dump([
      "library_entries", "library_shelf_entries", "library_shelves", "imported_rows", "key_values",
      "auth_accounts",
      "auth_session",
    ]).filter { line in
      owner.map {
        !line.contains($0.keyPrefix) && !line.contains("'\($0.account?.rawValue ?? "")'")
      }
        ?? true
    }
  }

  private func erase(_ owner: Owner) async throws {
    let accounts = accounts
    try await OwnerChange.erase(owner).make(in: data, database: database) {
      transaction throws(StorageError) in
      if let id = owner.account { try accounts.remove(id, in: transaction) }
    }
  }

  @Test(
    "An error at any step leaves everything unchanged",
    arguments: [
      "INSERT ON library_entries", "INSERT ON library_progress", "INSERT ON key_values",
      "DELETE ON key_values", "DELETE ON library_shelves", "DELETE ON auth_accounts",
      "DELETE ON auth_session",
    ])
  func fails(event: String) async throws {
    try await fill()
    let before = try rows()
    let isErasing = event.hasPrefix("DELETE")
    for count in 0..<3 {
      try database.execute("CREATE TABLE budget AS SELECT \(count) AS left")
      try database.execute(
        """
        CREATE TRIGGER failing BEFORE \(event) BEGIN
          SELECT RAISE(ABORT, 'the disk is away') FROM budget WHERE left <= 0;
          UPDATE budget SET left = left - 1;
        END
        """)
      let (data, database) = (data, database)
      do {
        if isErasing {
          try await erase(ada)
        } else {
          try await OwnerChange.move(from: .guest, to: bo).make(in: data, database: database)
        }
        #expect(count > 0, "the first one fails")
        return
      } catch {
        #expect(try rows() == before)
      }
      try database.execute("DROP TRIGGER failing")
      try database.execute("DROP TABLE budget")
    }
  }

  @Test("An erased owner leaves no data, and other owners' data is unchanged")
  func erased() async throws {
    try await fill()
    // The sandbox's ledger, which stands for a bank, refuses late purchases of an erased account by a hash.
    let isOther = { (row: String) in !row.contains("sandbox/books") }
    let others = try rows(without: ada).filter(isOther)
    try await erase(ada)
    #expect(try rows().filter(isOther) == others)
    #expect(others.count > 20)
  }

  @Test("A move leaves no data behind, and a third owner's data is unchanged")
  func moved() async throws {
    try await fill()
    func thirdRows() throws -> [String] { try rows().filter { $0.contains(ada.keyPrefix) } }
    let third = try thirdRows()
    try await OwnerChange.move(from: .guest, to: bo).make(in: data, database: database)
    #expect(
      try rows().filter { $0.contains(Owner.guest.keyPrefix) && !$0.contains(bo.keyPrefix) } == [])
    #expect(try thirdRows() == third)
    let count = try await libraries.store(of: bo).read("counting", isLong: false) {
      reader throws(StorageError) in try reader.count()
    }
    #expect(count == 6)
  }
}
