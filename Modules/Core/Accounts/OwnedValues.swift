public import Foundation

/// The part of a key-value store that belongs to one owner, and within it to one subject.
public struct OwnedValues: KeyValueStore {
  private let store: any KeyValueStore
  private let prefix: String

  /// Creates a view of a store.
  ///
  /// - Parameter subject: what the values are about, such as `onboarding`.
  public init(_ store: any KeyValueStore, of owner: Owner, about subject: String) {
    self.store = store
    prefix = owner.keyPrefix + subject + "/"
  }

  /// The owner's value, or nil.
  public func value(for key: String) async throws(StorageError) -> Data? {
    try await store.value(for: prefix + key)
  }

  /// Stores or removes the owner's value.
  public func set(_ value: Data?, for key: String) async throws(StorageError) {
    try await store.set(value, for: prefix + key)
  }

  /// The keys of the owner's that begin with `prefix`, sorted.
  public func keys(withPrefix prefix: String) async throws(StorageError) -> [String] {
    try await store.keys(withPrefix: self.prefix + prefix).map {
      String($0.dropFirst(self.prefix.count))
    }
  }
}

/// The account data of a feature that keeps small values in the key-value store and nothing else.
public struct OwnedValuesData: AccountData {
  /// The subject of the values.
  public let name: String
  private let store: any KeyValueStore
  private let describe: @Sendable ([String: Data]) -> String?

  /// Creates the account data of ``OwnedValues`` about a subject.
  ///
  /// - Parameter describe: puts the values into a person's words, or gives nil.
  public init(
    about subject: String, in store: any KeyValueStore,
    describe: @escaping @Sendable ([String: Data]) -> String? = { _ in nil }
  ) {
    name = subject
    self.store = store
    self.describe = describe
  }

  /// What there is in a person's words.
  public func summary(of owner: Owner) async throws(StorageError) -> String? {
    let values = try await all(of: owner)
    return values.isEmpty ? nil : describe(values)
  }

  /// Gives the values to another owner.
  public func move(from giver: Owner, to receiver: Owner) async throws(StorageError) {
    let (source, target) = (values(of: giver), values(of: receiver))
    for (key, value) in try await all(of: giver) {
      if try await target.value(for: key) == nil { try await target.set(value, for: key) }
      try await source.set(nil, for: key)
    }
  }

  /// The values by their keys; what is JSON stands as such, anything else as Base64.
  public func export(of owner: Owner) async throws(StorageError) -> Data? {
    let values = try await all(of: owner)
    guard !values.isEmpty else { return nil }
    let object = values.mapValues { data in
      (try? JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed))
        ?? data.base64EncodedString()
    }
    return try? JSONSerialization.data(withJSONObject: object, options: .sortedKeys)
  }

  /// Removes the values.
  public func erase(_ owner: Owner) async throws(StorageError) {
    let values = values(of: owner)
    for key in try await values.keys(withPrefix: "") { try await values.set(nil, for: key) }
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
