import Catalogue
import Services

// Changes of the library.
extension BookDetailViewModel {
  func put(on shelf: Shelf, _ book: LibraryEntry?) async {
    if let book { await put(on: shelf, opened: library.opened(book)) }
  }

  private func put(on shelf: Shelf, opened: OpenedEntry) async {
    await change(opened.entry) { library, _ throws(StorageError) in
      let put = try await library.put(opened, on: shelf)
      show(put, as: .moved(to: shelf))
      // Another window has deleted the shelf meanwhile.
      if !put.value.shelves.contains(shelf.id) {
        var other: Shelf?
        if case .added(let added) = put.made?.kind { other = added }
        result = .problem(.shelfGone(addedTo: other))
      }
    }
  }

  /// Puts the book on the chosen shelf. A choice of its custom shelf takes it off that shelf; a choice
  /// of its standard shelf changes nothing.
  ///
  /// - Parameter book: the book when the choice began, perhaps before a sign-in.
  func choose(_ shelf: Shelf, for book: OpenedEntry) async {
    if !book.entry.shelves.contains(shelf.id) {
      await put(on: shelf, opened: book)
    } else if shelf.isOwn {
      await remove(from: shelf)
    } else {
      result = .already(on: shelf)
    }
  }

  func remove(from shelf: Shelf? = nil) async {
    await change(entryToChange()) { library, entry throws(StorageError) in
      let removed = try await library.remove(entry, from: shelf)
      show(removed.value, as: .removed(from: shelf), removed.made)
    }
  }

  /// Rates the book of an entry from ``entryToChange()``, which may be older than a sign-in.
  func rate(_ rating: Rating?, _ book: LibraryEntry?) async {
    // A book outside of the library has no rating to remove.
    if rating == nil, book?.shelves.isEmpty ?? true { return result = nil }
    await change(book) { library, entry throws(StorageError) in
      let rated = try await library.change(entry, as: .rated(rating)) { $0.rating = rating }
      show(rated, as: .rated(rating))
    }
  }

  /// Takes over what the reader's edition has and others may not.
  func apply(_ edition: CatalogueEdition, to book: LibraryEntry) async {
    await change(book) { library, entry throws(StorageError) in
      let edited = try await library.change(entry, as: .edited) { $0.book.apply(edition) }
      show(edited, as: .edited)
    }
  }

  func recordProgress(_ text: String) async {
    do throws(ReadingProgress.Problem) {
      let typed = try TypedProgress(text, pages: entry == nil ? book?.pages : entry?.book.pages)
      // A copy without a number of pages, such as an imported one, gets that of the catalogue if the page is in it.
      let known = entry?.book.pages == nil ? book?.pages : nil
      let fits = (try? TypedProgress(text, pages: known)) != nil
      let pages = typed.pages ?? (fits ? known : nil)
      await change(entryToChange()) { library, entry throws(StorageError) in
        let recorded = try await library.record(typed.progress, of: pages, in: entry)
        show(recorded, as: .progressed(typed.progress))
        // It was finished before.
        if recorded.made == nil, recorded.value.standardShelf == .read {
          result = .already(on: .read)
        }
      }
    } catch {
      result = .problem(.progress(error))
      refusedProgress = text
    }
  }

  /// Undoes the last change, or makes it again.
  func step(_ direction: UndoDirection) async {
    let before = entry?.id
    do throws(UndoProblem) {
      let change = try await library.step(direction)
      changeCount += 1
      result = nil
      await readLibrary()
      // The library could not be read, and the problem is the result.
      if result != nil { return }
      let isOfThisPage = change.single.map { [before, entry?.id].contains($0.id) } ?? false
      result = .stepped(direction, change, isOfThisPage: isOfThisPage)
    } catch {
      result = .problem(.undo(error))
      await readLibrary()
    }
  }

  /// Makes a change, or shows why it can't be made.
  private func change(
    _ target: LibraryEntry?, _ make: (Library, LibraryEntry) async throws(StorageError) -> Void
  ) async {
    guard let target else { return }
    do throws(StorageError) {
      try await make(library, target)
    } catch {
      result = .problem(.storage(error))
    }
  }

  /// Shows the entry after a change, and the change as the result.
  ///
  /// - Parameter kind: what is shown of a change that has left the book as it was.
  func show(_ changed: Changed<LibraryEntry>, as kind: LibraryChange.Kind = .edited) {
    show(changed.value, as: kind, changed.made)
  }
}
