public import Foundation
public import Services

/// The account data of a feature that keeps only small values in the key-value store.
public struct OwnedValuesData: AccountData {
  /// The subject of the values.
  public let name: String
  private let store: any KeyValueStore
  private let describe: @Sendable ([String: Data]) -> String?

  /// Creates the account data of `OwnedValues` about a subject.
  ///
  /// - Parameters:
  ///   - subject: the subject of the values, such as `onboarding`.
  ///   - store: the store that holds them.
  ///   - describe: returns a summary of the values, or nil.
  public init(
    about subject: String, in store: any KeyValueStore,
    describe: @escaping @Sendable ([String: Data]) -> String? = { _ in nil }
  ) {
    name = subject
    self.store = store
    self.describe = describe
  }

  /// Returns the summary.
  public func summary(of owner: Owner) async throws(StorageError) -> String? {
    let values = try await all(of: owner)
    return values.isEmpty ? nil : describe(values)
  }

  /// Returns the values by key; JSON as it is, anything else as Base64.
  public func export(of owner: Owner) async throws(StorageError) -> Data? {
    let values = try await all(of: owner)
    guard !values.isEmpty else { return nil }
    let object = values.mapValues { data in
      (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
        ?? data.base64EncodedString()
    }
    return try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }

  /// Moves the values that the new owner does not have.
  public func move(
    from oldOwner: Owner, to newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let source = values(of: oldOwner).records(in: transaction)
    let target = values(of: newOwner).records(in: transaction)
    for key in try source.keys(withPrefix: "") {
      if try target.value(for: key) == nil { try target.set(try source.value(for: key), for: key) }
      try source.set(nil, for: key)
    }
  }

  /// Deletes the values.
  public func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    let records = values(of: owner).records(in: transaction)
    for key in try records.keys(withPrefix: "") { try records.set(nil, for: key) }
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: name)
  }

  private func all(of owner: Owner) async throws(StorageError) -> [String: Data] {
    let values = values(of: owner)
    var all: [String: Data] = [:]
    for key in try await values.keys(withPrefix: "") { all[key] = try await values.value(for: key) }
    return all
  }
}
