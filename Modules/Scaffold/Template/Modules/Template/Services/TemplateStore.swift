import Services

/// Stores each owner's list.
///
/// The contract for implementations is `TemplateStoreContract` in the tests. A change is saved when
/// its call returns.
protocol TemplateStore: Sendable {
  /// Returns an owner's items, oldest first; those of the same time by their numbers.
  func items(of owner: Owner) async throws(StorageError) -> [TemplateItem]
  /// Returns an owner's item, or nil.
  func item(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem?
  /// Edits the stored item with an item's identifier, or inserts the item, edited, if the list lacks
  /// it. Both are one step, so an edit of some fields keeps what another window has saved in others. A removed
  /// item is inserted where it was, unless one was added since whose time is the same.
  ///
  /// - Parameters:
  ///   - item: the item to insert; a new one has no number.
  ///   - owner: the list's owner.
  ///   - edit: changes the name and the note, and nothing else.
  /// - Returns: the saved item; nil, storing nothing, if the item is new and the list is full.
  func save(
    _ item: TemplateItem, of owner: Owner, _ edit: @Sendable (inout TemplateItem) -> Void
  ) async throws(StorageError) -> TemplateItem?
  /// Adds items with new identifiers in one step: all of them, or none.
  ///
  /// - Returns: how many items the list had room for; with more, nothing is stored.
  func add(_ items: [TemplateItem], of owner: Owner) async throws(StorageError) -> Int
  /// Removes an item.
  ///
  /// - Returns: the removed item, or nil if the list does not have it.
  func remove(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem?

  /// Moves one owner's items to another's list, which may then have more items than can be added.
  /// Where both have an item with the same identifier, the new owner's is kept.
  ///
  /// - Parameters:
  ///   - oldOwner: the owner whose items are moved.
  ///   - newOwner: the owner who gets them.
  ///   - transaction: the transaction of the store's database; nil for a store in memory.
  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError)
  /// Deletes an owner's items.
  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError)
}
