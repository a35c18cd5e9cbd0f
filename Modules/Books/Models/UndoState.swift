/// The next changes of an owner's list.
public struct UndoState: Hashable, Sendable {
  /// The change that would be undone, or nil.
  public var undo: LibraryChange?
  /// The undone change that would be redone, or nil.
  public var redo: LibraryChange?

  /// Creates the next changes.
  public init(undo: LibraryChange? = nil, redo: LibraryChange? = nil) {
    self.undo = undo
    self.redo = redo
  }
}
