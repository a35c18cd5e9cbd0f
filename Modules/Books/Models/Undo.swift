import Services

/// Whether a change is undone or redone.
enum UndoDirection: Hashable, Sendable {
  case undo, redo
}

/// The next changes of an owner's list.
public struct UndoState: Hashable, Sendable {
  /// The change that would be undone, or nil.
  var undo: LibraryChange?
  /// The undone change that would be redone, or nil.
  var redo: LibraryChange?
}

/// Why a change was not undone or redone.
enum UndoProblem: Error, Hashable, Sendable {
  /// The storage can't be used.
  case storage(StorageError)
  /// The list has no such change.
  case nothing(UndoDirection)
  /// The library is not as the change left it, or has too many shelves.
  case refused(UndoDirection, Conflict)

  /// Why the change was refused.
  enum Conflict: Hashable, Sendable {
    /// A book has changed, by its title.
    case changed(String)
    /// A book is no longer in the library.
    case missing(String)
    /// A book that would be added again is in the library.
    case present(String)
    /// A shelf has changed, by its name.
    case shelf(String)
    /// Another shelf has the name.
    case shelfName(String)
    /// The shelf, by its name, would be more than the free ones. The change can be undone or redone
    /// with a membership.
    case beyondFree(String)
    /// The stored change is damaged.
    case unreadable
  }
}
