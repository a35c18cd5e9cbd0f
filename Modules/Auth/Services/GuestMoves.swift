import Foundation
import Services
import Synchronization

/// Counts the moves of a guest's data to an account, so that the guest's other windows can say where it is. The number
/// says nothing about the account.
final class GuestMoves: Sendable {
  private static let key = "auth/guest-moves"

  private let store: any KeyValueStore
  private let knownMoves = Mutex<Int?>(nil)

  init(store: any KeyValueStore) {
    self.store = store
  }

  /// The number of moves that this window knows; nil before it could be read.
  var known: Int? {
    get { knownMoves.withLock { $0 } }
    set { knownMoves.withLock { $0 = newValue } }
  }

  /// Returns the number of moves so far.
  func count() async throws(StorageError) -> Int {
    Self.number(try await store.value(for: Self.key))
  }

  /// Counts a move in its transaction, which is nil for a store in memory.
  func add(in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    let records = store.records(in: transaction)
    let number = Self.number(try records.value(for: Self.key))
    try records.set(Data(String(number &+ 1).utf8), for: Self.key)
  }

  /// Removes the number from a backup, where it counts the moves of another state.
  static func forget(in records: any KeyValueRecords) throws(StorageError) {
    try records.set(nil, for: key)
  }

  private static func number(_ stored: Data?) -> Int {
    stored.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }
}
