import Catalogue
import Foundation
import Services

/// A recorded change as texts, which a store keeps.
///
/// The texts may come from a damaged file or from another program: they are checked when they are
/// decoded.
struct StoredChange: Sendable {
  /// The texts of an entry before and after the change; nil for a missing entry.
  struct Entry: Sendable {
    let before: String?
    let after: String?
  }

  let kind: String
  let shelf: String?
  let entries: [Entry]

  /// The number of bytes of the texts.
  var size: Int {
    entries.reduce(kind.utf8.count + (shelf?.utf8.count ?? 0)) {
      $0 + ($1.before?.utf8.count ?? 0) + ($1.after?.utf8.count ?? 0)
    }
  }

  /// The decoded change, or nil if it can't be read.
  var change: RecordedChange? {
    guard let head else { return nil }
    var entries: [LibraryChange.Difference] = []
    for entry in self.entries {
      guard let difference = entry.difference else { return nil }
      entries.append(difference)
    }
    let change = RecordedChange(head.kind, entries, head.shelf)
    return change.isValid ? change : nil
  }

  /// Returns the change as screens show it, or nil if it can't be read.
  ///
  /// - Parameter books: the number of entries; `entries` needs to have a single one only.
  func summary(_ number: Int, books: Int) -> LibraryChange? {
    guard let head, books > 0 || shelf != nil else { return nil }
    var single: LibraryChange.Difference?
    if books == 1, shelf == nil {
      guard let difference = entries.first?.difference else { return nil }
      single = difference
    }
    return LibraryChange(number: number, kind: head.kind, books: books, single: single)
  }

  /// The decoded kind and shelf, or nil if they can't be read.
  private var head: (kind: LibraryChange.Kind, shelf: LibraryChange.ShelfDifference?)? {
    guard let kind = Self.value(LibraryChange.Kind.self, kind) else { return nil }
    guard let text = shelf else { return (kind, nil) }
    guard let difference = Self.value(LibraryChange.ShelfDifference.self, text),
      difference.shelf != nil
    else { return nil }
    return (kind, difference)
  }

  private static func text(of value: some Encodable) throws(StorageError) -> String {
    guard let data = try? JSONEncoder().encode(value) else {
      throw .unavailable("a change can't be written down")
    }
    return String(decoding: data, as: UTF8.self)
  }

  fileprivate static func value<Value: Decodable>(_ type: Value.Type, _ text: String) -> Value? {
    try? JSONDecoder().decode(type, from: Data(text.utf8))
  }
}

extension StoredChange {
  /// Encodes a change.
  init(_ change: RecordedChange) throws(StorageError) {
    let text = { (entry: LibraryEntry) throws(StorageError) in try Self.text(of: entry.bounded) }
    var entries: [Entry] = []
    for entry in change.entries {
      entries.append(Entry(before: try entry.before.map(text), after: try entry.after.map(text)))
    }
    self.init(
      kind: try Self.text(of: change.kind), shelf: try change.shelf.map(Self.text),
      entries: entries)
  }
}

extension StoredChange.Entry {
  /// The decoded entry before and after the change, or nil if it can't be read.
  fileprivate var difference: LibraryChange.Difference? {
    let (old, new) = (before.map(Self.entry), after.map(Self.entry))
    if case .some(nil) = old { return nil }
    if case .some(nil) = new { return nil }
    return LibraryChange.Difference(before: old ?? nil, after: new ?? nil)
  }

  private static func entry(_ text: String) -> LibraryEntry? {
    StoredChange.value(LibraryEntry.self, text)?.bounded
  }
}
