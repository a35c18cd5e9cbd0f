import Services

/// Why an action failed.
enum TemplateProblem: Hashable {
  case storage(StorageError)
  /// The list has the maximum number of items.
  case isFull
  /// Another window has removed the item.
  case isGone
}
