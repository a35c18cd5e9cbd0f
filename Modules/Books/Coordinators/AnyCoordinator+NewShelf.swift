import Core

extension AnyCoordinator {
  /// Creates a custom shelf. The name of an existing one is refused. Shelves above the free limit need
  /// the feature's requirement; if it is not met, no shelf is created and the name is kept.
  func makeShelf(
    named typed: String, in shelves: ShelvesViewModel, for services: BooksServices
  ) async -> Shelf? {
    guard let name = shelves.readName(typed) else { return nil }
    if let shelf = shelves.shelf(named: name) {
      shelves.refuseTwin(of: shelf, typed: name)
      return nil
    }
    let membership = services.requirements.membership
    guard await require(membership, ifNeeded: { await shelves.isBeyondFree(name) }) else {
      shelves.refuseShelf(named: name)
      return nil
    }
    return await shelves.makeShelf(named: name)
  }
}
