// Needs: Books

import Core
import Files
import Services
import Auth
import Foundation
import Membership

struct HeldStore: KeyValueStore {
  let services: HeldServices
  let store: any KeyValueStore

  func value(for key: String) async throws(StorageError) -> Data? {
    try await store.value(for: key)
  }

  func set(_ value: Data?, for key: String) async throws(StorageError) {
    await services.pass(.value)
    try await store.set(value, for: key)
  }

  func values(withPrefix prefix: String) async throws(StorageError) -> KeyedValues {
    await services.pass(.values)
    return try await store.values(withPrefix: prefix)
  }

  func change<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any KeyValueRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    await services.pass(.value)
    return try await store.change(operation, body)
  }

  func records(in transaction: (any DatabaseTransaction)?) -> any KeyValueRecords {
    store.records(in: transaction)
  }
}

// feature: Auth
struct HeldAccounts: AccountStore {
  let services: HeldServices
  let store: any AccountStore
  var known: KnownSession { store.known }

  func record(for email: EmailAddress) async throws(StorageError) -> AccountRecord? {
    try await store.record(for: email)
  }

  func record(_ id: Identifier<Owner>) async throws(StorageError) -> AccountRecord? {
    try await store.record(id)
  }

  func save(_ record: AccountRecord) async throws(StorageError) -> Bool {
    await services.pass(.account)
    return try await store.save(record)
  }

  func change<Value: Sendable>(
    _ id: Identifier<Owner>, endsSession: Bool,
    _ edit: @Sendable (inout AccountRecord) -> Value
  ) async throws(StorageError) -> AccountChange<Value> {
    await services.pass(.account)
    return try await store.change(id, endsSession: endsSession, edit)
  }

  func tries(withUnknown email: EmailAddress) async throws(StorageError) -> FailedTries {
    try await store.tries(withUnknown: email)
  }

  func changeTries<Value: Sendable>(
    withUnknown email: EmailAddress, _ edit: @Sendable (inout FailedTries) -> Value
  ) async throws(StorageError) -> Value {
    await services.pass(.account)
    return try await store.changeTries(withUnknown: email, edit)
  }

  func remove(
    _ id: Identifier<Owner>, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    try store.remove(id, in: transaction)
  }

  func session() async throws(StorageError) -> SavedSession? { try await store.session() }

  func begin(
    _ new: SavedSession, at now: Date
  ) async throws(StorageError) -> SavedSession? {
    await services.pass(.session)
    return try await store.begin(new, at: now)
  }

  func extendSession(
    _ session: SavedSession.ID, to expires: Date
  ) async throws(StorageError) -> Bool {
    await services.pass(.session)
    return try await store.extendSession(session, to: expires)
  }

  func removeSession(
    _ session: SavedSession.ID, endedBy now: Date
  ) async throws(StorageError) {
    await services.pass(.session)
    // As in a database.
    if Task.isCancelled { throw .cancelled }
    try await store.removeSession(session, endedBy: now)
  }
}

struct HeldHashing: PasswordHashing {
  let services: HeldServices
  let hashing: any PasswordHashing

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    await services.pass(.hash)
    return try await hashing.hash(password)
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    await services.pass(.verification)
    return await hashing.verify(password, against: hash)
  }

  func isCurrent(_ hash: String) -> Bool { hashing.isCurrent(hash) }
}
// end

// feature: Membership
struct HeldPayments: PaymentProvider {
  let services: HeldServices
  let payments: any PaymentProvider

  var isSandbox: Bool { payments.isSandbox }

  func purchase(_ request: PurchaseRequest) async throws(PaymentError) -> PurchaseAnswer {
    guard await services.passCancellably(.payment) else { throw .cancelled }
    return try await payments.purchase(request)
  }

  func status(of purchase: OpenPurchase.ID) async throws(PaymentError) -> PurchaseAnswer {
    try await payments.status(of: purchase)
  }

  func purchases(of owner: Owner) async throws(PaymentError) -> Purchases {
    await services.pass(.purchases)
    return try await payments.purchases(of: owner)
  }

  func setRenewal(_ renews: Bool, of owner: Owner) async throws(PaymentError) -> Purchases {
    try await payments.setRenewal(renews, of: owner)
  }

  func forget(_ owner: Owner) async throws(PaymentError) {
    await services.pass(.forget)
    try await payments.forget(owner)
  }
}
// end

// feature: Backups
struct HeldKeeper: BackupKeeper {
  let services: HeldServices
  let keeper: any BackupKeeper

  var folderPath: String { keeper.folderPath }

  func backUp(
    to path: String, replacing replaces: Bool, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) {
    services.block(.backup)
    try keeper.backUp(to: path, replacing: replaces, progress: progress)
  }

  func check(_ path: String) throws(StorageError) { try keeper.check(path) }

  func restore(
    from path: String, on day: CalendarDate, progress: (_ done: Int, _ total: Int) -> Void
  ) throws(StorageError) -> String {
    services.block(.restoring)
    return try keeper.restore(from: path, on: day, progress: progress)
  }

  func backUpDaily(on day: CalendarDate) throws(StorageError) { try keeper.backUpDaily(on: day) }
  func removeAllCopies() throws(StorageError) { try keeper.removeAllCopies() }
}
// end
