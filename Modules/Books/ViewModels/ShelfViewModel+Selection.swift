import Core
import Services

// Selecting books, and changing them together.
extension ShelfViewModel {
  /// Selects the books at typed positions, instead of those before.
  func select(_ typed: String) async {
    (problem, refusedPositions, result) = (nil, typed, nil)
    let positions: ListPositions
    do throws(ListPositions.Problem) {
      positions = try ListPositions(typed, count: total)
    } catch {
      return result = .positions(error)
    }
    do throws(StorageError) {
      selection = Set(try await identifiers(at: positions.indices))
      refusedPositions = nil
    } catch {
      problem = .storage(error)
    }
  }

  /// Puts the selected books on a shelf, unless another window has deleted it.
  func putSelected(on shelf: Shelf) async {
    await change { library, books throws(StorageError) in
      try await library.put(books, on: shelf)
    }
    let isChanged = result != .unchanged && result != .deselected
    if !isChanged, await isGone(shelf) { result = .gone(shelf) }
  }

  private func isGone(_ shelf: Shelf) async -> Bool {
    guard shelf.isOwn, let own = try? await library.ownShelves() else { return false }
    return !own.contains { $0.id == shelf.id }
  }

  /// Rates the selected books, which stay selected.
  func rateSelected(_ rating: Rating?) async {
    await change(keepingSelection: true) { library, books throws(StorageError) in
      try await library.rate(rating, books)
    }
  }

  /// Removes the selected books from this custom shelf.
  func takeSelectedOff() async {
    guard let shelf else { return }
    await change { library, books throws(StorageError) in
      try await library.remove(books, from: shelf)
    }
  }

  /// Removes the selected books from the library.
  func removeSelected() async {
    await change { library, books throws(StorageError) in try await library.remove(books) }
  }

  /// Returns the number of selected books with a rating, a review or notes; nil if they can't be
  /// read.
  func countOfSelectedWithWords() async -> Int? {
    let selection = selection
    do throws(StorageError) {
      return try await library.read("reading books") { reader throws(StorageError) in
        var count = 0
        for id in selection where try reader.entry(id)?.hasPersonalData ?? false { count += 1 }
        return count
      }
    } catch {
      problem = .storage(error)
      return nil
    }
  }

  /// Changes the selected books. They stay selected if nothing is changed.
  private func change(
    keepingSelection: Bool = false,
    _ body: (Library, [LibraryEntry.ID]) async throws(StorageError) -> RecordedChange?
  ) async {
    (problem, result) = (nil, nil)
    var failure: StorageError?
    do throws(StorageError) {
      // In a stable order, for tests and logs.
      let books = selection.sorted { $0.rawValue < $1.rawValue }
      let made = try await body(library, books)
      if made != nil, !keepingSelection { selection = [] }
      result = made.map { .done($0) } ?? .unchanged
    } catch { failure = error }
    await readAgain(after: failure)
    // A sign-in on the way, or another window, may have left no selected book in the list.
    if result == .unchanged, selection.isEmpty { result = .deselected }
  }
}
