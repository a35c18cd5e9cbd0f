import Core
import Observation

/// The reader's library as view models use it: what can be done with books, each with its undo.
///
/// One for each app, shared by the feature's view models. One change follows the other, and works on
/// what is stored, not on what a screen has kept: however quickly a reader asks, a book comes into
/// the library once.
@MainActor @Observable final class Library {
  /// What was done last and can be taken back.
  struct Change {
    /// What was done, for a screen to put in words.
    enum Kind: Hashable {
      case added(to: Shelf)
      case moved(to: Shelf)
      case removed(from: Shelf?)
      case rated(Int?)
      case edited
      case progressed(ReadingProgress)
    }

    let number: Int
    let kind: Kind
    let title: String
    let before: LibraryEntry?
    let after: LibraryEntry?
  }

  /// The number of changes that can be taken back one after another.
  static let undoLimit = 50

  /// The changes that can be taken back, the last one last.
  private var changes: [Change] = []
  @ObservationIgnored private var lastNumber = 0

  /// The last change, or nil when there is nothing to take back.
  var lastChange: Change? { changes.last }

  @ObservationIgnored let store: any LibraryStore
  @ObservationIgnored private let clock: any AppClock
  @ObservationIgnored private let identifiers: any IdentifierSource
  @ObservationIgnored private let turns = Turns()

  init(store: any LibraryStore, clock: any AppClock, identifiers: any IdentifierSource) {
    self.store = store
    self.clock = clock
    self.identifiers = identifiers
  }

  var today: CalendarDate { clock.today }

  // MARK: Shelves

  /// All shelves: the three that everybody has, then the reader's own.
  func shelves() async throws(StorageError) -> [Shelf] {
    Shelf.standard.map { Shelf(id: $0, name: "") } + (try await store.ownShelves())
  }

  /// Makes a shelf; one of the same name is given back instead of a second one.
  func makeShelf(named name: String) async throws(StorageError) -> Shelf {
    await turns.take()
    defer { turns.give() }
    let wanted = name.lowercased()
    // The three that everybody has are called as they are identified.
    if let id = Shelf.standard.first(where: { $0.rawValue.replacing("-", with: " ") == wanted }) {
      return Shelf(id: id, name: "")
    }
    if let old = try await store.ownShelves().first(where: { $0.name.lowercased() == wanted }) {
      return old
    }
    let shelf = Shelf(id: Shelf.ID(identifiers.next("shelf")), name: name)
    try await store.save(shelf)
    return shelf
  }

  // MARK: Entries

  /// The entry of a catalogue's book, or nil.
  func entry(for reference: CatalogueReference) async throws(StorageError) -> LibraryEntry? {
    try await store.entries(for: [reference])[reference]
  }

  /// A new entry that is in no store yet.
  func newEntry(_ book: BookCopy, _ reference: CatalogueReference?) -> LibraryEntry {
    LibraryEntry(
      id: LibraryEntry.ID(identifiers.next("entry")), book: book, reference: reference,
      shelves: [], added: clock.now)
  }

  /// Puts an entry on a shelf: off the other standard shelf for a standard one, beside the others
  /// for an own one. Reading and read note the day.
  @discardableResult
  func put(_ entry: LibraryEntry, on shelf: Shelf) async throws(StorageError) -> LibraryEntry {
    await turns.take()
    defer { turns.give() }
    let before = try await stored(entry)
    var after = before ?? entry
    if !shelf.isOwn { after.shelves.subtract(Shelf.standard) }
    after.shelves.insert(shelf.id)
    if shelf.id == .reading, after.started == nil { after.started = today }
    if shelf.id == .read, after.finished == nil { after.finished = today }
    try await store.save(after)
    let kind: Change.Kind = before == nil ? .added(to: shelf) : .moved(to: shelf)
    note(kind, title: after.book.title, before: before, after: after)
    return after
  }

  /// Takes an entry off a shelf; without any shelf left, or without naming one, it leaves the
  /// library.
  @discardableResult
  func remove(
    _ entry: LibraryEntry, from shelf: Shelf? = nil
  ) async throws(StorageError) -> LibraryEntry? {
    await turns.take()
    defer { turns.give() }
    guard let before = try await stored(entry) else { return nil }
    var after = before
    if let shelf { after.shelves.remove(shelf.id) } else { after.shelves = [] }
    if after.shelves.isEmpty {
      try await store.remove(before.id)
    } else {
      try await store.save(after)
    }
    note(
      .removed(from: shelf), title: before.book.title, before: before,
      after: after.shelves.isEmpty ? nil : after)
    return after.shelves.isEmpty ? nil : after
  }

  /// Changes an entry; one that is on no shelf goes to Read when it is finished, to Reading when it
  /// was begun, and to Want to read otherwise.
  @discardableResult
  func change(
    _ entry: LibraryEntry, as kind: Change.Kind, _ change: (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> LibraryEntry {
    await turns.take()
    defer { turns.give() }
    let before = try await stored(entry)
    var after = before ?? entry
    change(&after)
    if after.shelves.isEmpty {
      let isRead = after.finished != nil || after.rating != nil
      let isBegun = after.started != nil || after.progress != nil
      after.shelves = [isRead ? .read : isBegun ? .reading : .wantToRead]
    }
    try await store.save(after)
    note(kind, title: after.book.title, before: before, after: after)
    return after
  }

  /// Notes how far the reader has come; the end of the book moves it to Read.
  @discardableResult
  func note(
    _ progress: ReadingProgress, in entry: LibraryEntry
  ) async throws(StorageError) -> LibraryEntry {
    try await change(entry, as: .progressed(progress)) { $0 = noting(progress, in: $0) }
  }

  /// The entry with a progress noted for today, on the shelf where it belongs then.
  func noting(_ progress: ReadingProgress, in entry: LibraryEntry) -> LibraryEntry {
    var after = entry
    after.progress = progress
    if let last = after.history.indices.last, after.history[last].date == today {
      after.history[last].progress = progress
    } else {
      after.history.append(ProgressRecord(date: today, progress: progress))
    }
    if after.started == nil { after.started = today }
    let isComplete = progress.isComplete(of: after.book.pages)
    if isComplete, after.finished == nil { after.finished = today }
    // A book that is read stays so when somebody leafs through it again.
    if isComplete || after.standardShelf != .read {
      after.shelves.subtract(Shelf.standard)
      after.shelves.insert(isComplete ? .read : .reading)
    }
    return after
  }

  /// Takes the last change back.
  ///
  /// - Returns: what was taken back, or nil when there was nothing, or the entry has changed since.
  func undo() async throws(StorageError) -> Change? {
    await turns.take()
    defer { turns.give() }
    guard let change = lastChange, let id = (change.after ?? change.before)?.id else { return nil }
    let current = try await store.entry(id)
    guard current == change.after else {
      // Something else changed the entry: what lies before that change is out of reach, too.
      changes = []
      return nil
    }
    if let before = change.before {
      try await store.save(before)
    } else {
      try await store.remove(id)
    }
    changes.removeLast()
    return change
  }

  /// What is stored of an entry: a new one may have been stored meanwhile under another identifier.
  private func stored(_ entry: LibraryEntry) async throws(StorageError) -> LibraryEntry? {
    if let stored = try await store.entry(entry.id) { return stored }
    guard let reference = entry.reference else { return nil }
    return try await self.entry(for: reference)
  }

  private func note(
    _ kind: Change.Kind, title: String, before: LibraryEntry?, after: LibraryEntry?
  ) {
    lastNumber += 1
    changes.append(
      Change(number: lastNumber, kind: kind, title: title, before: before, after: after))
    if changes.count > Self.undoLimit { changes.removeFirst() }
  }
}
