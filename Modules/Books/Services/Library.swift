import Accounts
import Catalogue
import Services
import Core
import Observation

/// The library of the current owner, as view models use it: what can be done with books, each
/// with its undo.
///
/// One for each app, shared by the feature's view models. Each call works on one owner's store from
/// its beginning to its end, also when the owner changes meanwhile. One change follows the other, and
/// works on what is stored, not on what a screen has kept: however quickly a reader asks, a book comes
/// into the library once.
@MainActor @Observable final class Library {
  /// The number of changes that can be taken back one after another.
  static let undoLimit = 50

  /// The changes that can be taken back, the last one last, and who made them.
  private var changes = Owned<[LibraryChange]>([], of: .guest)
  @ObservationIgnored private var lastNumber = 0

  @ObservationIgnored private let stores: any LibraryStores
  @ObservationIgnored private let current: any SessionOwner
  @ObservationIgnored private let clock: any AppClock
  @ObservationIgnored let identifiers: any IdentifierSource
  @ObservationIgnored private let turns = AsyncLock()

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

  /// Who uses the app.
  var owner: Owner { current.owner }

  /// The store of the current owner.
  var store: any LibraryStore { stores.store(of: owner) }

  /// The last change of the current owner, or nil when there is nothing to take back.
  var lastChange: LibraryChange? { changes.value(for: owner)?.last }

  /// Forgets what could be taken back: whoever comes takes back nothing of somebody else's.
  func forgetChanges() {
    changes = Owned([], of: owner)
  }

  /// Reads from the store of the current owner.
  func read<Value: Sendable>(
    _ body: (any LibraryStore) async throws(StorageError) -> Value
  ) async throws(StorageError) -> Owned<Value> {
    let owner = owner
    return Owned(try await body(stores.store(of: owner)), of: owner)
  }

  /// What was read, for its owner only.
  func shown<Value>(_ read: Owned<Value>?) -> Value? {
    read?.value(for: owner)
  }

  /// Changes the store of the current owner when it is this call's turn.
  func inTurn<Value: Sendable>(
    _ operation: String, _ body: @Sendable (any LibraryRecords) throws(StorageError) -> Value
  ) async throws(StorageError) -> Value {
    let store = store
    await turns.acquire()
    defer { turns.release() }
    return try await store.change(operation, body)
  }

  // MARK: Entries

  /// A new entry that is in no store yet.
  func newEntry(_ book: BookCopy, _ reference: CatalogueReference?) -> LibraryEntry {
    LibraryEntry(
      id: LibraryEntry.ID(identifiers.next("entry")), book: book, reference: reference,
      shelves: [], added: clock.now)
  }

  /// Puts an entry on a shelf: off the other standard shelf for a standard one, beside the others
  /// for an own one. Reading and read note the day.
  @discardableResult
  func put(
    _ entry: LibraryEntry, on shelf: Shelf, readFor reader: Owner? = nil
  ) async throws(StorageError) -> LibraryEntry {
    let today = today
    return try await change(
      entry, readFor: reader, as: { $0 == nil ? .added(to: shelf) : .moved(to: shelf) }
    ) { after in
      if !shelf.isOwn { after.shelves.subtract(Shelf.standard) }
      after.shelves.insert(shelf.id)
      if shelf.id == .reading, after.started == nil { after.started = today }
      if shelf.id == .read, after.finished == nil { after.finished = today }
    }
  }

  /// Takes an entry off a shelf; without any shelf left, or without naming one, it leaves the
  /// library.
  @discardableResult
  func remove(
    _ entry: LibraryEntry, from shelf: Shelf? = nil
  ) async throws(StorageError) -> LibraryEntry? {
    let owner = owner
    let store = stores.store(of: owner)
    await turns.acquire()
    defer { turns.release() }
    let removed = try await store.change("removing a book") { records throws(StorageError) in
      guard let before = try records.counterpart(of: entry) else { return nil as Difference? }
      var after = before
      if let shelf { after.shelves.remove(shelf.id) } else { after.shelves = [] }
      if after.shelves.isEmpty { try records.remove(before.id) } else { try records.save(after) }
      return Difference(before: before, after: after.shelves.isEmpty ? nil : after)
    }
    guard let removed else { return nil }
    note(.removed(from: shelf), of: owner, removed)
    return removed.after
  }

  /// Changes an entry and stores it; one that is on no shelf goes to Read when it is finished, to
  /// Reading when it was begun, and to Want to read otherwise.
  ///
  /// What is changed is what the library has, not what a screen has kept. Where somebody else uses
  /// the app than the one for whom the entry was read, it is their entry of the same book, or a new
  /// one: what the other one made of the book stays with them.
  ///
  /// - Parameter reader: for whom the entry was read; nil for the current owner.
  @discardableResult
  func change(
    _ entry: LibraryEntry, readFor reader: Owner? = nil, as kind: LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> LibraryEntry {
    try await change(entry, readFor: reader, as: { _ in kind }, edit)
  }

  private func change(
    _ entry: LibraryEntry, readFor reader: Owner?, as kind: (LibraryEntry?) -> LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> LibraryEntry {
    let owner = owner
    let store = stores.store(of: owner)
    let isOthers = reader.map { $0 != owner } ?? false
    let makeEntry = { @Sendable [identifiers, now = clock.now] in
      LibraryEntry(
        id: LibraryEntry.ID(identifiers.next("entry")), book: entry.book,
        reference: entry.reference, shelves: [], added: now)
    }
    await turns.acquire()
    defer { turns.release() }
    let change = try await store.change("saving a book") { records throws(StorageError) in
      let before = try records.counterpart(of: entry)
      var after = before ?? (isOthers ? makeEntry() : entry)
      edit(&after)
      if after.shelves.isEmpty { after.shelves = [after.fittingShelf] }
      try records.save(after)
      return Difference(before: before, after: after)
    }
    note(kind(change.before), of: owner, change)
    return change.after ?? entry
  }

  /// Notes how far the reader has come; the end of the book moves it to Read.
  @discardableResult
  func note(
    _ progress: ReadingProgress, in entry: LibraryEntry, readFor reader: Owner? = nil
  ) async throws(StorageError) -> LibraryEntry {
    let today = today
    return try await change(entry, readFor: reader, as: .progressed(progress)) {
      $0.note(progress, on: today)
    }
  }

  /// Takes the last change back.
  ///
  /// - Returns: what was taken back, or nil when there was nothing, or the entry has changed since.
  func undo() async throws(StorageError) -> LibraryChange? {
    await turns.acquire()
    defer { turns.release() }
    guard let change = lastChange, let id = (change.after ?? change.before)?.id else { return nil }
    let isUndone = try await store.change("undoing a change") { records throws(StorageError) in
      // Something else may have changed the entry.
      guard try records.entry(id) == change.after else { return false }
      if let before = change.before { try records.save(before) } else { try records.remove(id) }
      return true
    }
    guard isUndone else {
      // What lies before that other change is out of reach, too.
      changes.value.removeAll { $0.number <= change.number }
      return nil
    }
    // By its number: somebody else's changes may have taken their place.
    changes.value.removeAll { $0.number == change.number }
    return change
  }

  /// An entry before and after a change; nil for not there.
  private struct Difference: Sendable {
    let before: LibraryEntry?
    let after: LibraryEntry?
  }

  private func note(_ kind: LibraryChange.Kind, of owner: Owner, _ made: Difference) {
    // Who has left meanwhile takes nothing back.
    guard owner == self.owner, let title = (made.after ?? made.before)?.book.title else { return }
    if changes.owner != owner { changes = Owned([], of: owner) }
    lastNumber += 1
    changes.value.append(
      LibraryChange(
        number: lastNumber, kind: kind, title: title, before: made.before, after: made.after))
    if changes.value.count > Self.undoLimit { changes.value.removeFirst() }
  }
}

extension LibraryEntry {
  /// The shelf for a book that stands on none.
  fileprivate var fittingShelf: Shelf.ID {
    if finished != nil || rating != nil { return .read }
    return started != nil || progress != nil ? .reading : .wantToRead
  }
}
