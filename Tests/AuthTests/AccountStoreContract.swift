@testable import Auth
import Core
import Foundation
import TestKit
import Testing

/// What every `AccountStore` must do.
struct AccountStoreContract: Contract {
  enum Check: String, CaseIterable, Sendable {
    case keepsRecords, findsByAddressInAnyCase, refusesATakenAddress, changesTheAddress
    case removes, keepsTheSession, takesManyAtOnce
  }

  private let make: @Sendable () async throws -> any AccountStore

  init(_ make: @escaping @Sendable () async throws -> any AccountStore) {
    self.make = make
  }

  private func made(_ id: String, _ email: String) throws -> AccountRecord {
    AccountRecord(
      account: Account(
        id: Identifier(id), name: id, email: try EmailAddress(email),
        created: Date(timeIntervalSince1970: 1)),
      passwordHash: "hash of \(id)")
  }

  func verify(_ check: Check) async throws {
    let store = try await make()
    switch check {
    case .keepsRecords:
      var ada = try made("ada", "ada@example.org")
      for _ in 0..<4 { ada.tries.note(at: Date(timeIntervalSince1970: 99)) }
      ada.reset = AccountRecord.ResetCode(hash: "x", expires: Date(timeIntervalSince1970: 7))
      #expect(try await store.save(ada))
      #expect(try await store.record("ada") == ada)
      #expect(try await store.record("bo") == nil)
    case .findsByAddressInAnyCase:
      #expect(try await store.save(try made("ada", "Ada@Example.org")))
      let found = try await store.record(for: EmailAddress("aDA@eXample.org"))
      #expect(found?.account.id == "ada")
      #expect(try await store.record(for: EmailAddress("bo@example.org")) == nil)
    case .refusesATakenAddress:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await !store.save(try made("bo", "ADA@example.org")))
      #expect(try await store.record("bo") == nil)
      #expect(try await store.save(try made("ada", "ADA@example.org")), "one's own is free")
    case .changesTheAddress:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await store.save(try made("ada", "lovelace@example.org")))
      #expect(try await store.record(for: EmailAddress("ada@example.org")) == nil)
      #expect(try await store.save(try made("bo", "ada@example.org")), "it is free again")
    case .removes:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      try store.remove("ada", in: nil)
      try store.remove("ada", in: nil)
      #expect(try await store.record("ada") == nil)
      #expect(try await store.record(for: EmailAddress("ada@example.org")) == nil)
    case .keepsTheSession:
      #expect(try await store.session() == nil)
      let session = SavedSession(account: "ada", expires: Date(timeIntervalSince1970: 5))
      try await store.save(session)
      #expect(try await store.session() == session)
      try await store.save(nil)
      #expect(try await store.session() == nil)
    case .takesManyAtOnce:
      let taken = try await withThrowingTaskGroup(of: Bool.self) { group in
        for number in 0..<50 {
          let record = try made("person-\(number)", "same@example.org")
          group.addTask { try await store.save(record) }
        }
        return try await group.reduce(0) { $0 + ($1 ? 1 : 0) }
      }
      #expect(taken == 1, "one of them got the address")
    }
  }
}

@Suite("Accounts are kept")
struct AccountStoreTests {
  @Test("In memory", arguments: AccountStoreContract.Check.allCases)
  func memory(_ check: AccountStoreContract.Check) async throws {
    try await AccountStoreContract { MemoryAccountStore() }.verify(check)
  }
}
