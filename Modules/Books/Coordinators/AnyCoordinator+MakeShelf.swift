import Core

extension AnyCoordinator {
  /// Makes a shelf of the reader's own. More of them than everybody may have need what the feature
  /// requires for that; without it, nothing is made, and the name is kept.
  func makeShelf(
    named typed: String, in shelves: ShelvesViewModel, for services: BooksServices
  ) async -> Shelf? {
    guard let name = shelves.readName(typed) else { return nil }
    let membership = services.requirements.membership
    guard await meet(membership, ifNeeded: { await shelves.isBeyondFree(name) }) else {
      shelves.refuseShelf(named: name)
      return nil
    }
    return await shelves.makeShelf(named: name)
  }
}
