public import Accounts
public import Services
import Foundation
public import Testing

/// The contract of `AccountData`.
public enum AccountDataContract {
  /// Checks an implementation.
  ///
  /// - Parameters:
  ///   - data: the account data over an empty store.
  ///   - database: the data's database; nil for data in memory.
  ///   - store: stores an owner's data that `kept` finds again.
  ///   - kept: whether an owner has the data that `store` stored.
  ///   - location: where an issue is recorded.
  public static func check(
    _ data: some AccountData, in database: (any Database)? = nil,
    store: (Owner) async throws -> Void,
    kept: (Owner) async throws -> Bool, at location: SourceLocation = #_sourceLocation
  ) async throws {
    func erase(_ owner: Owner) async throws(StorageError) {
      try await data.erase(owner, database: database)
    }
    func move(_ oldOwner: Owner, _ newOwner: Owner) async throws(StorageError) {
      try await data.move(from: oldOwner, to: newOwner, database: database)
    }
    let (ada, bo) = (Owner.account("ada"), Owner.account("bo"))
    for owner in [Owner.guest, ada, bo] {
      #expect(try await data.summary(of: owner) == nil, sourceLocation: location)
      #expect(try await data.export(of: owner) == nil, sourceLocation: location)
      #expect(try await !kept(owner), sourceLocation: location)
      // Moving and deleting nothing is no error.
      try await erase(owner)
      try await move(owner, .account("nobody"))
    }
    try await store(.guest)
    #expect(try await !kept(ada), "what a guest has no account sees", sourceLocation: location)

    try await move(.guest, ada)
    #expect(try await kept(ada), sourceLocation: location)
    #expect(try await !kept(.guest), "the guest keeps nothing", sourceLocation: location)
    #expect(try await !kept(bo), sourceLocation: location)
    let exported = try #require(try await data.export(of: ada), sourceLocation: location)
    #expect(throws: Never.self, "an export is JSON", sourceLocation: location) {
      _ = try JSONSerialization.jsonObject(with: exported)
    }
    #expect(try await data.export(of: .guest) == nil, sourceLocation: location)

    try await store(bo)
    try await store(.guest)
    try await move(.guest, ada)
    #expect(try await kept(ada), "moving twice keeps what was there", sourceLocation: location)
    try await erase(ada)
    #expect(try await !kept(ada), sourceLocation: location)
    #expect(try await data.summary(of: ada) == nil, sourceLocation: location)
    #expect(try await data.export(of: ada) == nil, sourceLocation: location)
    #expect(try await kept(bo), "another account is left alone", sourceLocation: location)
  }
}
