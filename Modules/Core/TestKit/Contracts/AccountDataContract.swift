public import Accounts
public import Services
import Foundation
public import Testing

/// The contract of `AccountData`.
///
/// Unlike a ``Contract`` it is one check, in one test: each step needs the data that the step before has left.
public enum AccountDataContract {
  /// Checks an implementation.
  ///
  /// - Parameters:
  ///   - data: the account data over an empty store.
  ///   - database: the data's database; nil for data in memory.
  ///   - hasSummary: whether there is a summary of what `store` stores; false for data that is not worth mentioning.
  ///   - store: stores an owner's data with a marker, which makes a difference to an export. Two owners'
  ///     data with two markers is about the same thing where that is possible, such as two names of one item.
  ///   - kept: whether an owner has the data that `store` stored with this marker.
  ///   - storeOther: stores data of an owner about another thing than `store` does, such as a second item; nil for data
  ///     about a single thing.
  ///   - keptOther: whether an owner has the data of `storeOther`.
  ///   - location: where an issue is recorded.
  public static func check(
    _ data: some AccountData, in database: (any Database)? = nil, hasSummary: Bool = true,
    store: (Owner, _ marker: Int) async throws -> Void,
    kept: (Owner, _ marker: Int) async throws -> Bool,
    storeOther: ((Owner) async throws -> Void)? = nil,
    keptOther: ((Owner) async throws -> Bool)? = nil,
    at location: SourceLocation = #_sourceLocation
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
      #expect(try await !kept(owner, 1), sourceLocation: location)
      // Moving and deleting nothing isn't an error.
      try await erase(owner)
      try await move(owner, .account("nobody"))
    }
    try await store(.guest, 1)
    #expect(try await !kept(ada, 1), "what a guest has no account sees", sourceLocation: location)

    try await move(.guest, ada)
    #expect(try await kept(ada, 1), sourceLocation: location)
    #expect(try await !kept(.guest, 1), "the guest keeps nothing", sourceLocation: location)
    #expect(try await !kept(bo, 1), sourceLocation: location)
    let exported = try #require(try await data.export(of: ada), sourceLocation: location)
    #expect(throws: Never.self, "an export is JSON", sourceLocation: location) {
      _ = try sorted(exported)
    }
    #expect(try await data.export(of: .guest) == nil, sourceLocation: location)
    let summary = try await data.summary(of: ada)
    #expect((summary != nil) == hasSummary, "a summary of the data", sourceLocation: location)
    #expect(summary != "", "a summary isn't empty", sourceLocation: location)

    try await store(bo, 1)
    try await store(.guest, 2)
    let other = try await data.export(of: .guest)
    #expect(other != exported, "an export has the owner's data", sourceLocation: location)
    // The members of an object have no order.
    let again = try await data.export(of: ada).flatMap { try? sorted($0) }
    let isOwn = again != nil && again == (try? sorted(exported))
    #expect(isOwn, "an export has no other owner's data", sourceLocation: location)
    if let database {
      for change in [OwnerChange.move(from: .guest, to: ada), .erase(ada)] {
        let error = await failure(of: change, data, in: database)
        #expect(error == .full, sourceLocation: location)
        #expect(try await kept(ada, 1), "a failed change is undone", sourceLocation: location)
        #expect(try await kept(.guest, 2), "a failed change is undone", sourceLocation: location)
      }
    }
    try await storeOther?(.guest)
    try await move(.guest, ada)
    #expect(try await kept(ada, 1), "the new owner's data is kept", sourceLocation: location)
    #expect(try await !kept(.guest, 2), "the guest keeps nothing", sourceLocation: location)
    if let keptOther {
      #expect(
        try await keptOther(ada), "the guest's other data is moved", sourceLocation: location)
      #expect(try await !keptOther(.guest), "the guest keeps nothing", sourceLocation: location)
    }
    try await erase(ada)
    #expect(try await !kept(ada, 1), sourceLocation: location)
    #expect(try await data.summary(of: ada) == nil, sourceLocation: location)
    #expect(try await data.export(of: ada) == nil, sourceLocation: location)
    if let keptOther {
      let isLeft = try await keptOther(ada)
      #expect(!isLeft, "everything is deleted", sourceLocation: location)
    }
    let isUnharmed = try await kept(bo, 1)
    #expect(isUnharmed, "another account is left alone", sourceLocation: location)
    try await move(bo, bo)
    let isKept = try await kept(bo, 1) == isUnharmed
    #expect(isKept, "a move to the same owner keeps everything", sourceLocation: location)
  }

  /// Checks account data of the values in a store about `test`, for the tests of such values.
  package static func check(
    _ data: some AccountData, of store: any KeyValueStore, in database: (any Database)? = nil,
    at location: SourceLocation = #_sourceLocation
  ) async throws {
    func values(_ owner: Owner) -> OwnedValues { OwnedValues(store, of: owner, about: "test") }
    try await check(
      data, in: database,
      store: { try await values($0).set(Data("\($1)".utf8), for: "a") },
      kept: { try await values($0).value(for: "a") == Data("\($1)".utf8) },
      storeOther: { try await values($0).set(Data("x".utf8), for: "b") },
      keptOther: { try await values($0).value(for: "b") != nil }, at: location)
  }

  /// Returns JSON with the members of its objects in order.
  private static func sorted(_ json: Data) throws -> Data {
    try JSONSerialization.data(
      withJSONObject: try JSONSerialization.jsonObject(with: json), options: .sortedKeys)
  }

  /// Makes a change in a transaction that fails afterwards, and returns the error.
  ///
  /// Without `prepare`, which may change what no transaction contains.
  @concurrent private static func failure(
    of change: OwnerChange, _ data: some AccountData, in database: any Database
  ) async -> StorageError? {
    do throws(StorageError) {
      try database.write("testing") { transaction throws(StorageError) in
        switch change {
        case .move(let oldOwner, let newOwner):
          try data.move(from: oldOwner, to: newOwner, in: transaction)
        case .erase(let owner): try data.erase(owner, in: transaction)
        }
        throw .full
      }
      return nil
    } catch { return error }
  }
}
