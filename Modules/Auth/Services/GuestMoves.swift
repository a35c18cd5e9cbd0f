import Foundation
import Services
import Synchronization

/// Numbers the moves of a guest's data to an account, so that the guest's other windows can say where it is. The number
/// says nothing about the account.
final class GuestMoves: Sendable {
  private static let key = "auth/guest-moves"

  private let store: any KeyValueStore
  private let clock: any AppClock
  private let knownMoves = Mutex<Int?>(nil)

  init(store: any KeyValueStore, clock: any AppClock) {
    (self.store, self.clock) = (store, clock)
  }

  /// The number of the last move that this window knows; nil before it could be read.
  var known: Int? {
    get { knownMoves.withLock { $0 } }
    set { knownMoves.withLock { $0 = newValue } }
  }

  /// Returns the number of the last move; 0 for none.
  func lastMove() async throws(StorageError) -> Int {
    Self.number(try await store.value(for: Self.key))
  }

  /// Numbers a move in its transaction, which is nil for a store in memory. The number is at least the time: after a
  /// restored backup, which has none, no window knows it already.
  func add(in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    let records = store.records(in: transaction)
    let number = Self.number(try records.value(for: Self.key))
    let next = max(number &+ 1, Int(clock.now.timeIntervalSince1970))
    try records.set(Data(String(next).utf8), for: Self.key)
  }

  /// Removes the number from a backup, where it is that of a move in another state.
  static func forget(in records: any KeyValueRecords) throws(StorageError) {
    try records.set(nil, for: key)
  }

  private static func number(_ stored: Data?) -> Int {
    stored.flatMap { Int(String(decoding: $0, as: UTF8.self)) } ?? 0
  }
}
