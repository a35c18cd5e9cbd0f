import Accounts
import Catalogue
import Core
import Foundation
import Services

// Changes of one book.
extension Library {
  /// Returns the entry, or nil.
  func entry(_ id: LibraryEntry.ID) async throws(StorageError) -> LibraryEntry? {
    try await read("reading a book") { reader throws(StorageError) in try reader.entry(id) }
  }

  /// Returns the entry of a catalogue's book, or nil.
  func entry(for reference: CatalogueReference) async throws(StorageError) -> LibraryEntry? {
    try await read("reading a book") { reader throws(StorageError) in
      try reader.entries(for: [reference])[reference]
    }
  }

  /// Creates an entry that is not stored yet.
  func newEntry(_ book: BookCopy, _ reference: CatalogueReference?) -> LibraryEntry {
    LibraryEntry(book, reference, from: identifiers, added: now)
  }

  /// Puts an entry on a shelf, see ``LibraryEntry/put(on:on:)``, unless another window has deleted the shelf. Then
  /// a new entry is added to the standard shelf that fits it.
  @discardableResult
  func put(
    _ entry: LibraryEntry, on shelf: Shelf
  ) async throws(StorageError) -> Changed<LibraryEntry> {
    try await put(opened(entry), on: shelf)
  }

  /// Puts an entry on a shelf that was chosen for it, like ``put(_:on:)``. The choice may have led through a sign-in.
  func put(
    _ opened: OpenedEntry, on shelf: Shelf
  ) async throws(StorageError) -> Changed<LibraryEntry> {
    let today = today
    return try await changeEntry(
      opened,
      as: { before, after in
        let isThere = after.shelves.contains(shelf.id)
        guard before == nil else { return isThere ? .moved(to: shelf) : .edited }
        let other = Shelf.standard.first { $0.id == after.standardShelf }
        return .added(to: isThere ? shelf : other ?? shelf)
      }
    ) { $0.put(on: shelf, on: today) }
  }

  /// Removes an entry from a shelf, or without one from the library; an entry without another shelf
  /// goes to the standard shelf that fits it.
  @discardableResult
  func remove(
    _ entry: LibraryEntry, from shelf: Shelf? = nil
  ) async throws(StorageError) -> Changed<LibraryEntry?> {
    try await changeWithUndo("removing a book") { records throws(StorageError) in
      guard let before = try records.counterpart(of: entry) else { return (nil, nil) }
      var after = before
      if let shelf {
        after.leave(shelf.id)
      } else {
        after.shelves = []
      }
      if after == before { return (after, nil) }
      let isKept = !after.shelves.isEmpty
      if isKept { try records.save(after) } else { try records.remove(before.id) }
      let kept = isKept ? after : nil
      return (
        kept,
        RecordedChange(
          .removed(from: shelf), [LibraryChange.Difference(before: before, after: kept)])
      )
    }
  }

  /// Changes an entry and stores it; one without a shelf goes to the standard shelf that fits it, see
  /// ``LibraryEntry/ensureShelf()``.
  ///
  /// The change is made to what the library has of the book, not to what a screen has kept. An entry that has a shelf
  /// and is not in this library was a guest's before they signed in, or was removed in another window: a new entry of
  /// the book alone takes its place. A change that leaves the entry as it is, is not recorded.
  @discardableResult
  func change(
    _ entry: LibraryEntry, as kind: LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> Changed<LibraryEntry> {
    try await changeEntry(opened(entry), as: { _, _ in kind }, edit)
  }

  /// Returns an entry for a form or a choice of a shelf.
  func opened(_ entry: LibraryEntry) -> OpenedEntry {
    OpenedEntry(entry: entry, owner: entry.shelves.isEmpty ? nil : owner)
  }

  /// Changes an entry by a form, like ``change(_:as:_:)``, unless another window has removed it since the form was
  /// opened.
  ///
  /// - Parameter restores: whether to add a removed entry again, as it was when the form was opened.
  /// - Returns: the stored entry, and what `edit` returns; nil for a removed entry.
  func edit<Result: Sendable>(
    _ opened: OpenedEntry, restores: Bool, _ edit: @Sendable (inout LibraryEntry) -> Result
  ) async throws(StorageError) -> Changed<(entry: LibraryEntry, result: Result)?> {
    let (entry, owner) = (opened.entry, owner)
    let wasHere = opened.owner == owner
    let makeEntry = newEntry(like: entry)
    return try await changeWithUndo("saving a book") { records throws(StorageError) in
      let before = try records.counterpart(of: opened, in: owner)
      if before == nil, wasHere, !restores { return (nil, nil) }
      var base = before ?? (wasHere ? entry : makeEntry())
      if before == nil { base = try records.savable(base) { makeEntry().id } }
      let (saved, change) = try records.saveEdited(
        base, from: before, as: { _, _ in .edited }, edit)
      return (saved, change)
    }
  }

  private func changeEntry(
    _ opened: OpenedEntry,
    as kind: @Sendable (_ before: LibraryEntry?, _ after: LibraryEntry) -> LibraryChange.Kind,
    _ edit: @Sendable (inout LibraryEntry) -> Void
  ) async throws(StorageError) -> Changed<LibraryEntry> {
    let owner = owner
    let makeEntry = newEntry(like: opened.entry)
    return try await changeWithUndo("saving a book") { records throws(StorageError) in
      let before = try records.counterpart(of: opened, in: owner)
      let (saved, change) = try records.saveEdited(
        before ?? makeEntry(), from: before, as: kind, edit)
      return (saved.entry, change)
    }
  }

  /// Returns what creates the entry to store if the library has none: the entry itself if it was on no shelf, or else
  /// a new one of the book alone.
  private func newEntry(like entry: LibraryEntry) -> @Sendable () -> LibraryEntry {
    { [identifiers, now] in
      entry.shelves.isEmpty
        ? entry : LibraryEntry(entry.book, entry.reference, from: identifiers, added: now)
    }
  }

  /// Records the progress; the end of the book moves it to Read, and a page before it back to Reading.
  ///
  /// - Parameter pages: the number of pages of the reader's copy, or nil to keep the known one.
  @discardableResult
  func record(
    _ progress: ReadingProgress, of pages: Int? = nil, in entry: LibraryEntry
  ) async throws(StorageError) -> Changed<LibraryEntry> {
    let today = today
    // Of a finished book only the number of pages changes, which is not a finish to undo.
    let kind = { @Sendable (before: LibraryEntry?, _: LibraryEntry) -> LibraryChange.Kind in
      before?.isAlreadyFinished(at: progress, of: pages) == true ? .edited : .progressed(progress)
    }
    return try await changeEntry(opened(entry), as: kind) {
      $0.continueReading(to: progress, of: pages, on: today)
    }
  }
}

/// An entry that a form or a choice of a shelf was opened for.
struct OpenedEntry: Sendable {
  let entry: LibraryEntry
  /// The owner whose library had the entry; nil for none.
  fileprivate let owner: Owner?
}

extension LibraryRecords {
  /// Returns this library's version of an entry: the entry itself, or another one of the same book.
  func counterpart(of entry: LibraryEntry) throws(StorageError) -> LibraryEntry? {
    if let same = try self.entry(entry.id) { return same }
    guard let reference = entry.reference else { return nil }
    return try entries(for: [reference])[reference]
  }

  /// Returns an owner's version of an opened entry: its counterpart, or, if it was another owner's and has no
  /// reference, the imported copy with its ISBN, or its title and an author: a move joins imported books. An entry
  /// that another window has removed from this library has no such copy.
  fileprivate func counterpart(
    of opened: OpenedEntry, in owner: Owner
  ) throws(StorageError) -> LibraryEntry? {
    if let same = try counterpart(of: opened.entry) { return same }
    guard let former = opened.owner, former != owner, opened.entry.reference == nil else {
      return nil
    }
    let link = BookLink(opened.entry.book)
    guard let copy = try copies(of: [link])[link.reference] else { return nil }
    let imported = Set(try importedRows().map(\.entry))
    if imported.contains(copy.id) { return copy }
    // A newer copy was made by hand.
    return try allEntries().last { imported.contains($0.id) && link.isOf($0.book) }
  }

  /// Changes an entry, and stores it unless it is as before.
  ///
  /// - Parameter before: the stored entry; nil for a new one.
  fileprivate func saveEdited<Result>(
    _ entry: LibraryEntry, from before: LibraryEntry?,
    as kind: (_ before: LibraryEntry?, _ after: LibraryEntry) -> LibraryChange.Kind,
    _ edit: (inout LibraryEntry) -> Result
  ) throws(StorageError) -> ((entry: LibraryEntry, result: Result), RecordedChange?) {
    var after = entry
    let result = edit(&after)
    if after.shelves != before?.shelves { try dropMissingShelves(of: &after) }
    after.ensureShelf()
    // What was undone can still be redone.
    if after == before { return ((after, result), nil) }
    try save(after)
    let difference = LibraryChange.Difference(before: before, after: after)
    return ((after, result), RecordedChange(kind(before, after), [difference]))
  }
}

extension LibraryEntry {
  /// Creates an entry that is not stored yet.
  fileprivate init(
    _ book: BookCopy, _ reference: CatalogueReference?, from identifiers: any IdentifierSource,
    added: Date
  ) {
    self.init(
      id: LibraryEntry.ID(identifiers.next("entry")), book: book, reference: reference,
      shelves: [], added: added)
  }
}
