import Foundation
import Services

/// Keeps the lists of an app without a database, as JSON in its key-value store.
struct MemoryTemplateStore: TemplateStore {
  /// An owner's list as it is stored.
  private struct Kept: Codable {
    var items: [TemplateItem] = []
    /// The last number that was given to an item.
    var last = 0

    /// Appends an item, with the next number if it is new.
    @discardableResult mutating func append(_ item: TemplateItem) -> TemplateItem {
      var item = item
      if item.number == nil {
        last &+= 1
        item.number = last
      }
      items.append(item)
      return item
    }
  }

  private static let key = "items"
  private let values: any KeyValueStore
  private let limit: Int

  init(_ values: any KeyValueStore, limit: Int = TemplateItem.maximumCount) {
    self.values = values
    self.limit = limit
  }

  func items(of owner: Owner) async throws(StorageError) -> [TemplateItem] {
    try Self.decode(try await values(of: owner).value(for: Self.key)).items
  }

  func item(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem? {
    try await items(of: owner).first { $0.id == id }
  }

  func save(
    _ item: TemplateItem, of owner: Owner, _ edit: @Sendable (inout TemplateItem) -> Void
  ) async throws(StorageError) -> TemplateItem? {
    try await change("saving an item", of: owner) { kept in
      if let index = kept.items.firstIndex(where: { $0.id == item.id }) {
        edit(&kept.items[index])
        return kept.items[index]
      }
      guard kept.items.count < limit else { return nil }
      var new = item
      edit(&new)
      return kept.append(new)
    }
  }

  func add(_ items: [TemplateItem], of owner: Owner) async throws(StorageError) -> Int {
    try await change("adding items", of: owner) { kept in
      let room = max(limit - kept.items.count, 0)
      if items.count <= room { for item in items { kept.append(item) } }
      return room
    }
  }

  func remove(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem? {
    try await change("removing an item", of: owner) { kept in
      kept.items.firstIndex { $0.id == id }.map { kept.items.remove(at: $0) }
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let (source, target) = (
      values(of: oldOwner).records(in: transaction), values(of: newOwner).records(in: transaction)
    )
    var kept = try Self.decode(try target.value(for: Self.key))
    let moved = try Self.decode(try source.value(for: Self.key))
    for var item in moved.items where !kept.items.contains(where: { $0.id == item.id }) {
      // No number is given twice, so those of the moved items come after the others.
      item.number = item.number.map { $0 &+ kept.last }
      kept.items.append(item)
    }
    kept.last &+= moved.last
    try target.set(try Self.encode(kept), for: Self.key)
    try source.set(nil, for: Self.key)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try values(of: owner).records(in: transaction).set(nil, for: Self.key)
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(values, of: owner, about: "template")
  }

  private func change<Value: Sendable>(
    _ operation: String, of owner: Owner, _ body: @Sendable (inout Kept) -> Value
  ) async throws(StorageError) -> Value {
    try await values(of: owner).change(operation) { records throws(StorageError) in
      var kept = try Self.decode(try records.value(for: Self.key))
      let value = body(&kept)
      try records.set(try Self.encode(kept), for: Self.key)
      return value
    }
  }

  private static func decode(_ data: Data?) throws(StorageError) -> Kept {
    guard let data else { return Kept() }
    do { return try JSONDecoder().decode(Kept.self, from: data) } catch {
      throw .damaged("the list can't be understood")
    }
  }

  /// Returns the list as JSON, with the items in their order, or nil if it has never had any.
  private static func encode(_ kept: Kept) throws(StorageError) -> Data? {
    if kept.items.isEmpty, kept.last == 0 { return nil }
    var kept = kept
    kept.items.sort { ($0.added, $0.number ?? 0) < ($1.added, $1.number ?? 0) }
    do { return try JSONEncoder().encode(kept) } catch {
      throw .unavailable("the list can't be written as JSON")
    }
  }
}
