import Accounts
import Catalogue
import Services
import Core
import Foundation
import Observation

/// The library of the current owner for view models, with undo for each change.
///
/// The view models of an app share one library. Each call works on one owner's store from start to
/// end, even if the owner changes meanwhile. Changes run one after the other and use the stored
/// entry, not the screen's copy: repeated requests add a book only once.
@MainActor @Observable final class Library {
  /// The next changes to undo and redo of an owner, as far as known.
  private var known = UndoState()
  /// The owner of the changes.
  private var knownOwner = Owner.guest
  /// Counts changes, so that an older list does not replace a newer one.
  @ObservationIgnored private var changeCount = 0

  @ObservationIgnored let stores: any LibraryStores
  @ObservationIgnored private let current: any SessionOwner
  @ObservationIgnored private let clock: any AppClock
  @ObservationIgnored let identifiers: any IdentifierSource
  @ObservationIgnored private let turns = AsyncLock()
  /// Returns whether the number of custom shelves is limited, which a membership ends.
  @ObservationIgnored let limitsShelves: () -> Bool

  init(
    stores: any LibraryStores, owner: any SessionOwner, clock: any AppClock,
    identifiers: any IdentifierSource, limitsShelves: @escaping () -> Bool = { false }
  ) {
    self.stores = stores
    current = owner
    self.clock = clock
    self.identifiers = identifiers
    self.limitsShelves = limitsShelves
  }

  var today: CalendarDate { clock.today }
  var now: Date { clock.now }

  /// Returns the user's date at a time.
  func day(of time: Date) -> CalendarDate { CalendarDate(of: time, in: clock.timeZone) }

  // MARK: Owners

  var owner: Owner { current.owner }

  /// The changes that the current owner can undo and redo.
  var changes: UndoState { knownOwner == owner ? known : UndoState() }

  /// Reads what can be undone and redone. Another window may have changed it.
  func loadChanges() async {
    let count = changeCount
    let read = try? await read("reading the last changes") { reader throws(StorageError) in
      try reader.undoState()
    }
    // A list that can't be read stays as it was; the reader of the books reports the problem.
    if let read, count == changeCount { show(read, of: owner) }
  }

  private func show(_ state: UndoState, of owner: Owner) {
    (known, knownOwner) = (state, owner)
  }

  /// Reads the current owner's library, see ``LibraryStore/read(_:isLong:_:)``; again when a user
  /// signs in meanwhile, so that the value is always the current owner's.
  func read<Value: Sendable>(
    _ operation: String, isLong: Bool = false,
    _ body: @Sendable (any LibraryReader) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      let reader = owner
      do throws(StorageError) {
        let value = try await stores.store(of: reader).read(operation, isLong: isLong, body)
        if owner == reader { return value }
      } catch {
        if owner == reader { throw error }
      }
    }
  }

  // MARK: Changes

  /// Changes the store of the current owner, and adds the change that `body` returns to the list of
  /// changes in the same transaction; nil for one that is not undone.
  func changeWithUndo<Value: Sendable>(
    _ operation: String,
    _ body: @Sendable (any LibraryRecords) throws(StorageError) -> (Value, RecordedChange?)
  ) async throws(StorageError) -> Changed<Value> {
    try await changeUpdatingUndo(operation) { records throws(StorageError) in
      let (value, change) = try body(records)
      if let change { try records.record(change) }
      return Changed(value: value, made: change)
    }
  }

  /// Changes the store of the current owner after the earlier changes, and shows what can be undone and redone then.
  /// Undo and redo call this directly: they add no change to the list.
  func changeUpdatingUndo<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let owner = owner
    let store = stores.store(of: owner)
    return try await turns.withLock { () async throws(StorageError) -> Value in
      let (value, state) = try await store.change(operation) { records throws(StorageError) in
        (try body(records), try records.undoState())
      }
      // A user who has left meanwhile sees nothing of it.
      if owner == self.owner {
        changeCount += 1
        show(state, of: owner)
      }
      return value
    }
  }
}

/// The result of a change of the library.
struct Changed<Value: Sendable>: Sendable {
  /// What the library has now.
  let value: Value
  /// The change, or nil if nothing was changed.
  let made: RecordedChange?
}
