import Core
import Accounts
import Services
@testable import Auth
import Foundation
import TestKit
import Testing

/// What every `AccountStore` must do.
struct AccountStoreContract: Contract {
  enum Check: String, CaseIterable, Sendable {
    case keepsRecords, findsByAddressInAnyCase, refusesATakenAddress, changesTheAddress
    case changes, losesNoChange, removes, keepsTheSession, endsTheSession, takesManyAtOnce
    case sharesOneSession
    case keepsUnknownTries, losesNoUnknownTry, forgetsTheOldestUnknown
  }

  /// The limit on addresses in the tested store.
  private let limit = 5
  private let make: @Sendable () throws -> (store: any AccountStore, database: TestDatabase?)

  /// - Parameter make: creates an empty store, and returns its database; nil in memory.
  init(
    _ make: @escaping @Sendable () throws -> (store: any AccountStore, database: TestDatabase?)
  ) {
    self.make = make
  }

  private func made(_ id: String, _ email: String) throws -> AccountRecord {
    AccountRecord(
      account: Account(
        id: Identifier(id), name: id, email: try EmailAddress(email),
        created: Date(timeIntervalSince1970: 1)),
      passwordHash: "hash of \(id)")
  }

  private func makeSession(
    _ account: Identifier<Owner>, id: SavedSession.ID = "session"
  ) -> SavedSession {
    SavedSession(id: id, account: account, expires: Date(timeIntervalSince1970: 5))
  }

  func verify(_ check: Check) async throws {
    let (store, database) = try make()
    /// Begins a session before the others have expired.
    func begin(_ session: SavedSession) async throws -> SavedSession? {
      try await store.begin(session, at: Date(timeIntervalSince1970: 4))
    }
    func remove(_ id: Identifier<Owner>) async throws {
      try await OwnerChange.erase(.account(id)).make(in: [], database: database) {
        transaction throws(StorageError) in try store.remove(id, in: transaction)
      }
    }
    switch check {
    case .keepsRecords:
      var ada = try made("ada", "ada@example.org")
      for _ in 0..<4 { ada.tries.note(at: Date(timeIntervalSince1970: 99)) }
      ada.reset = AccountRecord.ResetCode(hash: "x", expires: Date(timeIntervalSince1970: 7))
      #expect(try await store.save(ada))
      #expect(try await store.record("ada") == ada)
      ada.account.name = "Ada\u{0}👩‍👩‍👧"
      ada.tries = FailedTries()
      ada.reset = nil
      #expect(try await store.save(ada))
      #expect(try await store.record("ada") == ada)
      #expect(try await store.record("bo") == nil)
    case .findsByAddressInAnyCase:
      #expect(try await store.save(try made("ada", "Ada@Example.org")))
      let found = try await store.record(for: EmailAddress("aDA@eXample.org"))
      #expect(found?.account.id == "ada")
      #expect(try await store.record(for: EmailAddress("bo@example.org")) == nil)
      // One letter, or a letter and a combining mark.
      #expect(try await store.save(try made("zoe", "zo\u{EB}@example.org")))
      let zoe = try await store.record(for: EmailAddress("ZOE\u{308}@example.org"))
      #expect(zoe?.account.email.text == "zo\u{EB}@example.org")
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
    case .changes:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await store.save(try made("bo", "bo@example.org")))
      let taken = try EmailAddress("BO@example.org")
      let change = try await store.change("ada", endsSession: false) { record in
        record.account.name = "Other"
        record.account.email = taken
      }
      guard case .emailTaken = change else { return #expect(Bool(false), "\(change)") }
      #expect(try await store.record("ada") == made("ada", "ada@example.org"))
      let renamed = try await store.change("ada", endsSession: false) { record in
        record.account.name = "Ada"
        return record.account.email
      }
      guard case .changed(let email) = renamed else { return #expect(Bool(false), "\(renamed)") }
      #expect(try await store.record(for: email)?.account.name == "Ada")
      let spelled = try EmailAddress("Ada@Example.org")
      _ = try await store.change("ada", endsSession: false) { $0.account.email = spelled }
      #expect(try await store.record("ada")?.account.email.text == "Ada@Example.org")
      let nobody = try await store.change("nobody", endsSession: false) { $0.account.name = "x" }
      guard case .noAccount = nobody else { return #expect(Bool(false), "\(nobody)") }
    case .losesNoChange:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            _ = try await store.change("ada", endsSession: false) {
              $0.tries.note(at: Date(timeIntervalSince1970: 1))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.record("ada")?.tries.count == 50)
    case .removes:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await store.save(try made("bo", "bo@example.org")))
      #expect(try await begin(makeSession("bo")) != nil)
      try await remove("ada")
      try await remove("ada")
      #expect(try await store.record("ada") == nil)
      #expect(try await store.record(for: EmailAddress("ada@example.org")) == nil)
      #expect(try await store.session() != nil, "it is another one's")
      try await remove("bo")
      #expect(try await store.session() == nil)
    case .keepsTheSession:
      #expect(try await store.session() == nil)
      let (former, session) = (makeSession("ada", id: "former"), makeSession("ada"))
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await store.save(try made("bo", "bo@example.org")))
      #expect(try await begin(makeSession("bo", id: "other")) != nil)
      #expect(try await begin(former) == former, "it replaces another one's")
      let end = former.expires
      #expect(try await store.begin(session, at: end) == session, "the former one has expired")
      #expect(try await store.session() == session)
      #expect(try await begin(makeSession("nobody")) == nil, "a missing account gets no session")
      #expect(try await store.session() == session)
      #expect(store.known.has(session.id) && !store.known.has(former.id))
      for (id, time) in [(former.id, 9.0), (session.id, 4.0)] {
        try await store.removeSession(id, endedBy: Date(timeIntervalSince1970: time))
        #expect(try await store.session() == session, "it is another one, or goes on")
      }
      let later = Date(timeIntervalSince1970: 6)
      #expect(try await !store.extendSession(former.id, to: later), "it is another one")
      #expect(try await store.session() == session)
      #expect(try await store.extendSession(session.id, to: later))
      #expect(try await store.session()?.expires == later)
      try await store.removeSession(session.id, endedBy: later)
      #expect(try await store.session() == nil)
      #expect(!store.known.has(session.id))
      #expect(try await !store.extendSession(session.id, to: later))
      #expect(try await store.session() == nil)
    case .sharesOneSession:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      let sessions = try await withThrowingTaskGroup(of: SavedSession?.self) { group in
        for number in 0..<50 {
          let new = makeSession("ada", id: Identifier("session-\(number)"))
          group.addTask { try await store.begin(new, at: Date(timeIntervalSince1970: 4)) }
        }
        return try await group.reduce(into: Set<SavedSession?>()) { $0.insert($1) }
      }
      let stored = try #require(try await store.session())
      #expect(sessions == [stored] && store.known.has(stored.id))
      var later = makeSession("ada", id: "later")
      later.expires += 1
      let shared = try #require(try await begin(later))
      #expect(shared == SavedSession(id: stored.id, account: "ada", expires: later.expires))
      #expect(try await store.session() == shared)
    case .endsTheSession:
      #expect(try await store.save(try made("ada", "ada@example.org")))
      #expect(try await store.save(try made("bo", "bo@example.org")))
      let session = makeSession("ada")
      #expect(try await begin(session) == session)
      _ = try await store.change("ada", endsSession: true) { _ in }
      _ = try await store.change("ada", endsSession: false) { $0.passwordHash = "new" }
      _ = try await store.change("bo", endsSession: true) { $0.passwordHash = "new" }
      #expect(try await store.session() == session, "nothing was changed, or it is another one's")
      _ = try await store.change("ada", endsSession: true) { $0.passwordHash = "newer" }
      #expect(try await store.session() == nil)
    case .keepsUnknownTries:
      let (nobody, other) = (try EmailAddress("no@example.org"), try EmailAddress("o@example.org"))
      #expect(try await store.tries(withUnknown: nobody) == FailedTries())
      let count = try await store.changeTries(withUnknown: nobody) { tries in
        for _ in 0..<4 { tries.note(at: Date(timeIntervalSince1970: 99)) }
        return tries.count
      }
      #expect(count == 4)
      let found = try await store.tries(withUnknown: EmailAddress("NO@example.org"))
      #expect(found.count == 4 && found.waitsUntil == Date(timeIntervalSince1970: 109))
      #expect(try await store.tries(withUnknown: other) == FailedTries(), "it is another one's")
      try await store.changeTries(withUnknown: nobody) { $0 = FailedTries() }
      #expect(try await store.tries(withUnknown: nobody) == FailedTries())
      for email in [nobody, other] {
        try await store.changeTries(withUnknown: email) {
          $0.note(at: Date(timeIntervalSince1970: 99))
        }
      }
      #expect(try await store.save(try made("no", "NO@example.org")))
      #expect(try await store.tries(withUnknown: nobody) == FailedTries(), "it has an account")
      #expect(try await store.tries(withUnknown: other).count == 1)
    case .losesNoUnknownTry:
      let nobody = try EmailAddress("no@example.org")
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<50 {
          group.addTask {
            try await store.changeTries(withUnknown: nobody) {
              $0.note(at: Date(timeIntervalSince1970: 1))
            }
          }
        }
        try await group.waitForAll()
      }
      #expect(try await store.tries(withUnknown: nobody).count == 50)
    case .forgetsTheOldestUnknown:
      func fail(_ number: Int) async throws {
        try await store.changeTries(withUnknown: EmailAddress("no-\(number)@example.org")) {
          $0.note(at: Date(timeIntervalSince1970: 1))
        }
      }
      func count(_ number: Int) async throws -> Int {
        try await store.tries(withUnknown: EmailAddress("no-\(number)@example.org")).count
      }
      // The first one is tried twice again, so it is no longer the oldest, and counts once.
      for number in Array(0..<limit) + [0, 0, limit] { try await fail(number) }
      let counts = try await [count(0), count(1), count(2), count(limit)]
      #expect(counts == [3, 0, 1, 1])
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
