import Core
import Services

/// Why an action failed.
enum TemplateProblem: Error, Hashable {
  case storage(StorageError)
  /// The list has the maximum number of items.
  case isFull
  /// The item is no longer on the owner's list.
  case isGone
  /// A list on the web was not loaded.
  case source(TemplateSourceError)
  /// A list on the web has more items than the owner's list has room for.
  case noRoom(count: Int, room: Int)
}

/// Why a link is refused.
enum TemplateRefusal: RefusalReason {
  case noItem
  case storage(StorageError)
}
