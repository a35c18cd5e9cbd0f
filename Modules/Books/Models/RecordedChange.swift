/// A change with all its entries, as the list of changes stores it.
public struct RecordedChange: Hashable, Sendable {
  /// The maximum number of changes in an owner's list.
  static let maximumCount = 50
  /// The maximum size of an owner's list, in bytes of its texts.
  static let maximumSize = 64 << 20
  /// The maximum length of the texts of a kind and of a shelf.
  static let maximumHeadLength = 1 << 16

  let kind: LibraryChange.Kind
  let entries: [LibraryChange.Difference]
  /// The created, renamed or deleted shelf.
  let shelf: LibraryChange.ShelfDifference?

  init(
    _ kind: LibraryChange.Kind, _ entries: [LibraryChange.Difference],
    _ shelf: LibraryChange.ShelfDifference? = nil
  ) {
    self.kind = kind
    self.entries = entries
    self.shelf = shelf
  }

  /// The changed entry, or nil if the change is not of a single entry.
  var single: LibraryChange.Difference? {
    shelf == nil && entries.count == 1 ? entries[0] : nil
  }

  /// Whether the change can be undone and redone: stored changes may be damaged.
  var isValid: Bool {
    guard !entries.isEmpty || shelf != nil else { return false }
    var known: Set<LibraryEntry.ID> = []
    for entry in entries {
      guard let id = entry.id, known.insert(id).inserted else { return false }
      guard [entry.before, entry.after].allSatisfy({ $0?.id ?? id == id }) else { return false }
      if [entry.before, entry.after].contains(where: { $0?.shelves.isEmpty ?? false }) {
        return false
      }
    }
    guard let shelf else { return true }
    let ends = [shelf.before, shelf.after].compactMap(\.self)
    return !ends.isEmpty && ends.allSatisfy { $0.isOwn && $0.id == ends[0].id }
  }

  /// Returns how many of an owner's newest changes are kept.
  ///
  /// - Parameter sizes: the sizes of the changes, newest first.
  static func keptCount(of sizes: [Int]) -> Int {
    var total = 0
    var count = 0
    for size in sizes.prefix(maximumCount) {
      guard (0...maximumSize - total).contains(size) else { break }
      total += size
      count += 1
    }
    return count
  }
}
