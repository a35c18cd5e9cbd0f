import Core
import Services
import Foundation

/// Stores each owner's list.
struct TemplateStore: Sendable {
  /// The subject of the stored values.
  static let subject = "template"
  private static let key = "items"

  /// The stored format.
  private struct Record: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var items: [TemplateItem]
  }

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Returns an owner's list, oldest item first.
  func items(of owner: Owner) async throws(StorageError) -> [TemplateItem] {
    try Self.decode(try await values(of: owner).value(for: Self.key))
  }

  /// Changes an owner's list in one transaction and returns it.
  func change(
    of owner: Owner, _ body: @Sendable (inout [TemplateItem]) -> Void
  ) async throws(StorageError) -> [TemplateItem] {
    try await values(of: owner).change("saving your list") { records throws(StorageError) in
      var items = try Self.decode(try records.value(for: Self.key))
      body(&items)
      try records.set(try Self.encode(items), for: Self.key)
      return items
    }
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: Self.subject)
  }

  private static func decode(_ data: Data?) throws(StorageError) -> [TemplateItem] {
    guard let data else { return [] }
    guard let record = try? JSONDecoder().decode(Record.self, from: data),
      record.version == Record.currentVersion
    else { throw .damaged("the list can't be understood") }
    return record.items
  }

  private static func encode(_ items: [TemplateItem]) throws(StorageError) -> Data? {
    if items.isEmpty { return nil }
    do { return try JSONEncoder().encode(Record(items: items)) } catch {
      throw .unavailable("the list can't be written as JSON")
    }
  }
}
