import Catalogue
import Services

/// The list of changes of a library in memory, as texts like in a database.
struct MemoryChanges: Sendable {
  private struct Item: Sendable {
    let number: Int
    var isUndone: Bool
    let change: StoredChange
    let size: Int
    /// What screens show of the change; nil if it can't be read.
    let summary: LibraryChange?
  }

  /// The changes, oldest first.
  private var items: [Item] = []

  var state: UndoState {
    UndoState(
      undo: items.last { !$0.isUndone }?.summary,
      redo: items.first(where: \.isUndone)?.summary)
  }

  mutating func record(_ change: StoredChange) {
    items.removeAll(where: \.isUndone)
    let number = (items.last?.number ?? 0) + 1
    items.append(
      Item(
        number: number, isUndone: false, change: change, size: change.size,
        summary: change.summary(number, books: change.entries.count)))
    let kept = RecordedChange.keptCount(of: items.reversed().map(\.size))
    items.removeFirst(items.count - kept)
  }

  func change(_ number: Int) -> RecordedChange? {
    items.first { $0.number == number }?.change.change
  }

  mutating func mark(_ number: Int, isUndone: Bool) {
    if let index = items.firstIndex(where: { $0.number == number }) {
      items[index].isUndone = isUndone
    }
  }

  mutating func forget(_ number: Int) {
    items.removeAll { $0.number == number }
  }
}
