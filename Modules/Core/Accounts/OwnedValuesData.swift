public import Foundation
public import Services

/// The account data of a feature that keeps only small values in the key-value store.
public struct OwnedValuesData: AccountData {
  /// The subject of the values.
  public let name: String
  private let store: any KeyValueStore
  private let describe: @Sendable (KeyedValues) -> String?

  /// Creates the account data of `OwnedValues` about a subject.
  ///
  /// - Parameters:
  ///   - subject: the subject of the values, such as `onboarding`.
  ///   - store: the store that holds them.
  ///   - describe: returns a summary of the values, or nil.
  public init(
    about subject: String, in store: any KeyValueStore,
    describe: @escaping @Sendable (KeyedValues) -> String? = { _ in nil }
  ) {
    name = subject
    self.store = store
    self.describe = describe
  }

  /// Returns the summary.
  public func summary(of owner: Owner) async throws(StorageError) -> String? {
    let values = try await values(of: owner).values(withPrefix: "")
    return values.isEmpty ? nil : describe(values)
  }

  /// Returns the values by key; JSON as it is, anything else as Base64.
  public func export(of owner: Owner) async throws(StorageError) -> Data? {
    let values = try await values(of: owner).values(withPrefix: "")
    guard !values.isEmpty else { return nil }
    var object: [String: Any] = [:]
    for (key, data) in values {
      object[key] =
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
    for (key, value) in try source.values(withPrefix: "") {
      if try target.value(for: key) == nil { try target.set(value, for: key) }
      try source.set(nil, for: key)
    }
  }

  /// Deletes the values.
  public func erase(
    _ owner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    let records = values(of: owner).records(in: transaction)
    for (key, _) in try records.values(withPrefix: "") { try records.set(nil, for: key) }
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: name)
  }
}
