/// Whether a change is taken back or made again.
enum UndoDirection: Hashable, Sendable {
  case undo, redo
}
