/// Whether a change is undone or redone.
enum UndoDirection: Hashable, Sendable {
  case undo, redo
}
