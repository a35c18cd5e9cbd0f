import Foundation
import Services

/// Keeps marks in the app's key-value store: one value each, so that two owners' marks are merged
/// when one's data moves to the other.
struct KeyValueTemplateStore: TemplateStore {
  /// The subject of an owner's values.
  static let subject = "template"
  /// The value of each mark: JSON, so that an export has it as it is.
  private static let value = Data("true".utf8)

  private let values: any KeyValueStore
  private let limit: Int

  init(_ values: any KeyValueStore, limit: Int = TemplateMark.maximumCount) {
    self.values = values
    self.limit = limit
  }

  func marks(of owner: Owner) async throws(StorageError) -> Set<TemplateMark> {
    Set(try await values(of: owner).values(withPrefix: "").compactMap { TemplateMark($0.key) })
  }

  func add(_ mark: TemplateMark, of owner: Owner) async throws(StorageError) -> Bool {
    try await values(of: owner).change("adding a mark") { records throws(StorageError) in
      if try records.value(for: mark.name) != nil { return true }
      guard try records.values(withPrefix: "").count < limit else { return false }
      try records.set(Self.value, for: mark.name)
      return true
    }
  }

  func remove(_ mark: TemplateMark, of owner: Owner) async throws(StorageError) {
    try await values(of: owner).set(nil, for: mark.name)
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(values, of: owner, about: Self.subject)
  }
}
