import Foundation
import Services

/// Keeps the lists of an app without a database, as JSON in its key-value store.
struct KeyValueTemplateStore: TemplateStore {
  private static let key = "items"
  private let values: any KeyValueStore
  private let limit: Int

  init(_ values: any KeyValueStore, limit: Int = TemplateItem.maximumCount) {
    self.values = values
    self.limit = limit
  }

  func items(of owner: Owner) async throws(StorageError) -> [TemplateItem] {
    try Self.decode(try await values(of: owner).value(for: Self.key))
  }

  func item(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem? {
    try await items(of: owner).first { $0.id == id }
  }

  func save(
    _ item: TemplateItem, of owner: Owner, _ edit: @Sendable (inout TemplateItem) -> Void
  ) async throws(StorageError) -> TemplateItem? {
    try await change("saving an item", of: owner) { items in
      if let index = items.firstIndex(where: { $0.id == item.id }) {
        edit(&items[index])
        return items[index]
      }
      guard items.count < limit else { return nil }
      var new = item
      edit(&new)
      return Self.append(new, to: &items)
    }
  }

  func add(_ items: [TemplateItem], of owner: Owner) async throws(StorageError) -> Int {
    try await change("adding items", of: owner) { stored in
      let room = max(limit - stored.count, 0)
      if items.count <= room { for item in items { Self.append(item, to: &stored) } }
      return room
    }
  }

  func remove(_ id: TemplateItem.ID, of owner: Owner) async throws(StorageError) -> TemplateItem? {
    try await change("removing an item", of: owner) { items in
      items.firstIndex { $0.id == id }.map { items.remove(at: $0) }
    }
  }

  func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let (source, target) = (
      values(of: oldOwner).records(in: transaction), values(of: newOwner).records(in: transaction)
    )
    let kept = try Self.decode(try target.value(for: Self.key))
    let moved = try Self.decode(try source.value(for: Self.key)).filter { item in
      !kept.contains { $0.id == item.id }
    }
    try target.set(try Self.encode(kept + moved), for: Self.key)
    try source.set(nil, for: Self.key)
  }

  func erase(_ owner: Owner, in transaction: (any DatabaseTransaction)?) throws(StorageError) {
    try values(of: owner).records(in: transaction).set(nil, for: Self.key)
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(values, of: owner, about: "template")
  }

  private func change<Value: Sendable>(
    _ operation: String, of owner: Owner, _ body: @Sendable (inout [TemplateItem]) -> Value
  ) async throws(StorageError) -> Value {
    try await values(of: owner).change(operation) { records throws(StorageError) in
      var items = try Self.decode(try records.value(for: Self.key))
      let value = body(&items)
      try records.set(try Self.encode(items), for: Self.key)
      return value
    }
  }

  /// Appends an item, with the next number if it is new.
  @discardableResult private static func append(
    _ item: TemplateItem, to items: inout [TemplateItem]
  ) -> TemplateItem {
    var item = item
    let last = items.reduce(0) { max($0, $1.number ?? 0) }
    item.number = item.number ?? min(last, TemplateItem.lastNumber) + 1
    items.append(item)
    return item
  }

  private static func decode(_ data: Data?) throws(StorageError) -> [TemplateItem] {
    guard let data else { return [] }
    do { return try JSONDecoder().decode([TemplateItem].self, from: data) } catch {
      throw .damaged("the list can't be understood")
    }
  }

  /// Returns the items in their order as JSON, or nil for none.
  private static func encode(_ items: [TemplateItem]) throws(StorageError) -> Data? {
    if items.isEmpty { return nil }
    let sorted = items.sorted { ($0.added, $0.number ?? 0) < ($1.added, $1.number ?? 0) }
    do { return try JSONEncoder().encode(sorted) } catch {
      throw .unavailable("the list can't be written as JSON")
    }
  }
}
