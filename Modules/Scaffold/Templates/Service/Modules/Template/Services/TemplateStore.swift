import Services

/// Stores each owner's marks.
///
/// The contract for implementations is `TemplateStoreContract` in the tests. A change is saved when
/// its call returns.
protocol TemplateStore: Sendable {
  /// Returns an owner's marks.
  func marks(of owner: Owner) async throws(StorageError) -> Set<TemplateMark>
  /// Adds a mark.
  ///
  /// - Returns: false, adding nothing, if the mark is new and the owner has the maximum number.
  func add(_ mark: TemplateMark, of owner: Owner) async throws(StorageError) -> Bool
  /// Removes a mark; without it, nothing happens.
  func remove(_ mark: TemplateMark, of owner: Owner) async throws(StorageError)
}
