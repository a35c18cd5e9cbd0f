import Catalogue

/// The list of changes of a library in memory.
struct MemoryChanges: Sendable {
  private struct Item: Sendable {
    let number: Int
    var isUndone: Bool
    let change: RecordedChange
    /// The bytes of the long texts: the others are short.
    let size: Int
  }

  /// The changes, oldest first.
  private var items: [Item] = []

  var state: UndoState {
    UndoState(
      undo: items.last { !$0.isUndone }.map(Self.summary),
      redo: items.first(where: \.isUndone).map(Self.summary))
  }

  mutating func record(_ change: RecordedChange) {
    items.removeAll(where: \.isUndone)
    let size = change.entries.reduce(0) { sum, entry in
      [entry.before, entry.after].compactMap(\.self).reduce(sum) {
        $0 + $1.review.utf8.count + $1.notes.utf8.count
      }
    }
    items.append(
      Item(number: (items.last?.number ?? 0) + 1, isUndone: false, change: change, size: size))
    let kept = RecordedChange.keptCount(of: items.reversed().map(\.size))
    items.removeFirst(items.count - kept)
  }

  func change(_ number: Int) -> RecordedChange? {
    items.first { $0.number == number }?.change
  }

  mutating func mark(_ number: Int, isUndone: Bool) {
    if let index = items.firstIndex(where: { $0.number == number }) {
      items[index].isUndone = isUndone
    }
  }

  mutating func forget(_ number: Int) {
    items.removeAll { $0.number == number }
  }

  private static func summary(_ item: Item) -> LibraryChange {
    LibraryChange(
      number: item.number, kind: item.change.kind, books: item.change.entries.count,
      single: item.change.single)
  }
}
