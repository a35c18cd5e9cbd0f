import Core
import Foundation

/// Keeps what was done about a damaged database until a person has answered.
struct DamageStore: Sendable {
  /// The key, in the store of all owners.
  static let key = "backups/damage"

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// What a person has to be told, or nil.
  func load() async throws(StorageError) -> DamageReport? {
    try await store.value(for: Self.key).flatMap {
      try? JSONDecoder().decode(DamageReport.self, from: $0)
    }
  }

  /// Keeps what a person has to be told, or that there is nothing.
  func save(_ report: DamageReport?) async throws(StorageError) {
    guard let report else { return try await store.set(nil, for: Self.key) }
    do { try await store.set(JSONEncoder().encode(report), for: Self.key) } catch {
      throw error as? StorageError ?? .unavailable("noting the damage")
    }
  }
}
