import Accounts
import Catalogue
import Services
import Core
import Observation

/// The library of the current owner for view models, with undo for each change.
///
/// The view models of an app share one library. Each call works on one owner's store from start to
/// end, even if the owner changes meanwhile. Changes run one after the other and use the stored
/// entry, not the screen's copy: repeated requests add a book only once.
@MainActor @Observable final class Library {
  /// The maximum number of changes that can be undone.
  static let undoLimit = 50

  /// The changes that can be taken back, the last one last.
  private var changes: [LibraryChange] = []
  /// The owner who made the changes.
  private var changesOwner = Owner.guest
  @ObservationIgnored private var lastNumber = 0

  @ObservationIgnored let stores: any LibraryStores
  @ObservationIgnored private let current: any SessionOwner
  @ObservationIgnored private let clock: any AppClock
  @ObservationIgnored let identifiers: any IdentifierSource
  @ObservationIgnored let turns = AsyncLock()

  init(
    stores: any LibraryStores, owner: any SessionOwner, clock: any AppClock,
    identifiers: any IdentifierSource
  ) {
    self.stores = stores
    current = owner
    self.clock = clock
    self.identifiers = identifiers
  }

  var today: CalendarDate { clock.today }

  // MARK: Owners

  var owner: Owner { current.owner }

  /// The store of the current owner.
  var store: any LibraryStore { stores.store(of: owner) }

  /// The last change of the current owner, or nil if there is nothing to undo.
  var lastChange: LibraryChange? { changesOwner == owner ? changes.last : nil }

  /// Forgets the changes that could be taken back: the next owner takes back none of the former
  /// one's.
  func forgetChanges() {
    (changes, changesOwner) = ([], owner)
  }

  /// Reads from the store of the current owner; again when a user signs in meanwhile, so that the
  /// value is always the current owner's.
  func read<Value: Sendable>(
    _ body: (any LibraryStore) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    while true {
      let reader = owner
      do throws(StorageError) {
        let value = try await body(stores.store(of: reader))
        if owner == reader { return value }
      } catch {
        if owner == reader { throw error }
      }
    }
  }

  /// Changes the store of the current owner after the earlier changes.
  func inTurn<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let store = store
    await turns.acquire()
    defer { turns.release() }
    return try await store.change(operation, body)
  }

  // MARK: Entries

  /// Creates an entry that is not stored yet.
  func newEntry(_ book: BookCopy, _ reference: CatalogueReference?) -> LibraryEntry {
    LibraryEntry(
      id: LibraryEntry.ID(identifiers.next("entry")), book: book, reference: reference,
      shelves: [], added: clock.now)
  }

  /// Puts an entry on a shelf; a standard shelf replaces the other standard shelf, a custom shelf
  /// is added. Reading and Read record the day; Reading reopens a finished book.
  @discardableResult
  func put(
    _ entry: LibraryEntry, on shelf: Shelf
  ) async throws(StorageError) -> LibraryEntry {
    let today = today
    return try await change(
      entry, as: { $0 == nil ? .added(to: shelf) : .moved(to: shelf) }
    ) { $0.put(on: shelf, on: today) }
  }

  /// Removes an entry from a shelf; an entry without a shelf, or a call without one, removes it
  /// from the library.
  @discardableResult
  func remove(
    _ entry: LibraryEntry, from shelf: Shelf? = nil
  ) async throws(StorageError) -> LibraryEntry? {
    let owner = owner
    let store = stores.store(of: owner)
    await turns.acquire()
    defer { turns.release() }
    let removed = try await store.change("removing a book") { records throws(StorageError) in
      guard let before = try records.counterpart(of: entry) else {
        return nil as LibraryChange.Difference?
      }
      var after = before
      if let shelf { after.shelves.remove(shelf.id) } else { after.shelves = [] }
      if after.shelves.isEmpty { try records.remove(before.id) } else { try records.save(after) }
      return LibraryChange.Difference(before: before, after: after.shelves.isEmpty ? nil : after)
    }
    guard let removed else { return nil }
    note(.removed(from: shelf), of: owner, [removed])
    return removed.after
  }

  /// Changes an entry and stores it; an entry without a shelf goes to Read if it is finished, to
  /// Reading if it is started, and otherwise to Want to read.
  ///
  /// The change is made to what the library has of the book, not to what a screen has kept. An
  /// entry that stood on a shelf and is not in this library was a guest's before they signed in, or
  /// was removed in another window: a new entry of the book alone takes its place.
  @discardableResult
  func change(
    _ entry: LibraryEntry, as kind: LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> LibraryEntry {
    try await change(entry, as: { _ in kind }, edit)
  }

  private func change(
    _ entry: LibraryEntry, as kind: (LibraryEntry?) -> LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> LibraryEntry {
    let owner = owner
    let store = stores.store(of: owner)
    let makeEntry = { @Sendable [identifiers, now = clock.now] in
      LibraryEntry(
        id: LibraryEntry.ID(identifiers.next("entry")), book: entry.book,
        reference: entry.reference, shelves: [], added: now)
    }
    await turns.acquire()
    defer { turns.release() }
    let change = try await store.change("saving a book") { records throws(StorageError) in
      let before = try records.counterpart(of: entry)
      var after = before ?? (entry.shelves.isEmpty ? entry : makeEntry())
      edit(&after)
      if after.shelves.isEmpty { after.shelves = [after.fittingShelf] }
      try records.save(after)
      return LibraryChange.Difference(before: before, after: after)
    }
    note(kind(change.before), of: owner, [change])
    return change.after ?? entry
  }

  /// Records the progress; the end of the book moves it to Read.
  ///
  /// - Parameter pages: the number of pages of the reader's copy, or nil to keep the known one.
  @discardableResult
  func note(
    _ progress: ReadingProgress, of pages: Int? = nil, in entry: LibraryEntry
  ) async throws(StorageError) -> LibraryEntry {
    let today = today
    return try await change(entry, as: .progressed(progress)) {
      $0.note(progress, of: pages, on: today)
    }
  }

  /// Records a change so that it can be undone.
  func note(
    _ kind: LibraryChange.Kind, of owner: Owner, _ entries: [LibraryChange.Difference],
    _ shelf: LibraryChange.ShelfDifference? = nil
  ) {
    // A user who has left meanwhile takes nothing back.
    guard owner == self.owner else { return }
    if changesOwner != owner { forgetChanges() }
    lastNumber += 1
    changes.append(
      LibraryChange(number: lastNumber, kind: kind, entries: entries, shelf: shelf))
    if changes.count > Self.undoLimit { changes.removeFirst() }
  }

  /// Forgets a change; with `earlier`, all changes before it, too. A change is known by its number:
  /// another owner's changes may have taken their place.
  func forget(_ change: LibraryChange, andEarlier earlier: Bool) {
    changes.removeAll { earlier ? $0.number <= change.number : $0.number == change.number }
  }
}

extension LibraryEntry {
  /// The shelf for an entry without one.
  var fittingShelf: Shelf.ID {
    if finished != nil || rating != nil { return .read }
    return started != nil || progress != nil ? .reading : .wantToRead
  }
}
