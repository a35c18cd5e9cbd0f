import Catalogue
import Services

// Changes of the library.
extension BookDetailViewModel {
  func put(on shelf: Shelf, _ book: LibraryEntry?) async {
    // Another request may have added the book meanwhile.
    let isNew = book?.shelves.isEmpty ?? true
    await change(book, as: isNew ? .added(to: shelf) : .moved(to: shelf), or: .moved(to: shelf)) {
      library, entry throws(StorageError) in
      try await library.put(entry, on: shelf)
    }
  }

  /// Puts the book on the chosen shelf. A choice of its custom shelf takes it off that shelf; a choice
  /// of its standard shelf changes nothing.
  func choose(_ shelf: Shelf, for book: LibraryEntry) async {
    if !book.shelves.contains(shelf.id) {
      await put(on: shelf, book)
    } else if shelf.isOwn {
      await remove(from: shelf)
    } else {
      result = .already(on: shelf)
    }
  }

  func remove(from shelf: Shelf? = nil) async {
    await change(entryToChange(), as: .removed(from: shelf)) {
      library, entry throws(StorageError) in
      try await library.remove(entry, from: shelf)
    }
  }

  /// Rates the book of an entry from ``entryToChange()``, which may be older than a sign-in.
  func rate(_ rating: Rating?, _ book: LibraryEntry?) async {
    // A book outside of the library has no rating to remove.
    if rating == nil, book?.shelves.isEmpty ?? true { return }
    await change(book, as: .rated(rating)) { library, entry throws(StorageError) in
      try await library.change(entry, as: .rated(rating)) { $0.rating = rating }
    }
  }

  /// Takes over what the reader's edition has and others may not.
  func apply(_ edition: CatalogueEdition, to book: LibraryEntry) async {
    await change(book, as: .edited) { library, entry throws(StorageError) in
      try await library.change(entry, as: .edited) { $0.book.apply(edition) }
    }
  }

  func note(_ text: String) async {
    do throws(ReadingProgress.Problem) {
      let typed = try TypedProgress(text, pages: book?.pages)
      await change(entryToChange(), as: .progressed(typed.progress)) {
        library, entry throws(StorageError) in
        try await library.note(typed.progress, of: typed.pages, in: entry)
      }
    } catch {
      result = .problem(.progress(error))
      refusedProgress = text
    }
  }

  /// Undoes the last change, or makes it again.
  func step(_ direction: UndoDirection) async {
    do throws(UndoProblem) {
      result = .stepped(direction, try await library.step(direction))
    } catch {
      result = .problem(.undo(error))
    }
    await readLibrary()
  }

  private func change(
    _ target: LibraryEntry?, as kind: LibraryChange.Kind,
    or other: LibraryChange.Kind? = nil,
    _ body: (Library, LibraryEntry) async throws(StorageError) -> LibraryEntry?
  ) async {
    guard let target else { return }
    do throws(StorageError) {
      let before = library.lastChange
      let changed = try await body(library, target)
      let made = change(to: changed, after: before)
      if let made, made.kind == kind || made.kind == other {
        apply(changed, as: made.kind, made.single)
      } else {
        apply(changed, as: kind)
      }
    } catch {
      result = .problem(.storage(error))
    }
  }

  /// Shows the entry that a form has saved.
  ///
  /// - Parameter before: the library's last change when the form was opened.
  func apply(_ saved: LibraryEntry, editedAfter before: LibraryChange?) {
    let made = change(to: saved, after: before)
    apply(saved, as: .edited, made?.kind == .edited ? made?.single : nil)
  }

  /// Returns the change that has led to an entry; nil if nothing was changed. The last change may be an earlier
  /// one, or another window's.
  private func change(to entry: LibraryEntry?, after before: LibraryChange?) -> LibraryChange? {
    guard let made = library.lastChange, made.number != before?.number,
      made.single?.after == entry
    else { return nil }
    return made
  }
}
