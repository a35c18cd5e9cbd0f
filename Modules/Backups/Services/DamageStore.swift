import Files
import Services
import Foundation

/// Saves the report about a damaged database until the user has answered.
struct DamageStore: Sendable {
  /// The key, in the store of all owners.
  static let key = "backups/damage"

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Returns the unanswered report, or nil.
  func load() async throws(StorageError) -> DamageReport? {
    guard let data = try await store.value(for: Self.key) else { return nil }
    do { return try JSONDecoder().decode(DamageReport.self, from: data) } catch {
      throw .damaged("the report about a damaged database")
    }
  }

  /// Returns the unanswered report, or why it can't be read.
  func result() async -> Result<DamageReport?, StorageError> {
    do throws(StorageError) { return .success(try await load()) } catch { return .failure(error) }
  }

  /// Deletes the report after the user's answer.
  func clear() async throws(StorageError) {
    try await store.set(nil, for: Self.key)
  }

  static func data(_ report: DamageReport) throws(StorageError) -> Data {
    do { return try JSONEncoder().encode(report) } catch {
      throw .unavailable("the report can't be stored")
    }
  }
}
