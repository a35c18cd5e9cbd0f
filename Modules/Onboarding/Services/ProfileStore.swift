import Services
import Foundation

/// Stores each owner's profile, and whether onboarding was shown on this device.
struct ProfileStore: Sendable {
  /// The subject of an owner's values.
  static let subject = "onboarding"
  /// The key of the profile among an owner's values.
  static let profileKey = "profile"
  /// The key of the last unreadable profile that was set aside.
  static let asideKey = "unread-profile"
  /// The key of whether onboarding was shown on this device, in the store of all owners.
  static let seenKey = "onboarding/seen"
  /// The maximum size of a stored profile, in bytes; the app writes at most a few kilobytes.
  static let maximumSize = 65_536

  /// The stored format of a profile.
  private struct Record: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var profile: ReaderProfile
  }

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// Returns an owner's profile; empty if it is missing or can't be decoded.
  func profile(of owner: Owner) async throws(StorageError) -> ReaderProfile {
    let found: Data?
    do throws(StorageError) {
      found = try await values(of: owner).value(for: Self.profileKey)
    } catch .damaged {
      return ReaderProfile()
    }
    return Self.decode(found)?.checked ?? ReaderProfile()
  }

  /// Applies a change to the stored profile, and returns the result; nil, storing nothing, if there would be too many
  /// favourites, because another window has added some.
  ///
  /// Data that can't be decoded, because it is damaged or of another version, is set aside first,
  /// so that it is not lost.
  func save(
    _ change: ProfileChange, for owner: Owner
  ) async throws(StorageError) -> ReaderProfile? {
    try await values(of: owner).change("saving your profile") {
      records throws(StorageError) -> ReaderProfile? in
      let old = try Self.bytes(in: records)
      let stored = Self.decode(old)
      let before = stored ?? ReaderProfile()
      let profile = change.applied(to: before)
      let count = profile.favourites.count
      if count > Genre.maximumFavourites, count > before.favourites.count { return nil }
      let data = try Self.encode(profile)
      if let old, stored == nil { try records.set(old, for: Self.asideKey) }
      try records.set(data, for: Self.profileKey)
      return profile.checked
    }
  }

  /// Merges an owner's profile into another owner's, whose empty parts it fills, if both have one. One
  /// that can't be decoded is set aside among the other owner's values.
  func merge(
    from oldOwner: Owner, into newOwner: Owner, in transaction: (any DatabaseTransaction)?
  ) throws(StorageError) {
    guard oldOwner != newOwner else { return }
    let source = values(of: oldOwner).records(in: transaction)
    let target = values(of: newOwner).records(in: transaction)
    guard let moved = try Self.bytes(in: source), let kept = try Self.bytes(in: target) else {
      return
    }
    if let profile = Self.decode(moved) {
      let stored = Self.decode(kept)
      if stored == nil { try target.set(kept, for: Self.asideKey) }
      let merged = (stored ?? ReaderProfile()).filled(from: profile)
      try target.set(try Self.encode(merged), for: Self.profileKey)
    } else {
      try target.set(moved, for: Self.asideKey)
    }
    try source.set(nil, for: Self.profileKey)
  }

  /// Returns whether onboarding was shown on this device.
  func wasSeen() async throws(StorageError) -> Bool {
    try await store.value(for: Self.seenKey) != nil
  }

  /// Records that onboarding was shown on this device.
  func markSeen() async throws(StorageError) {
    try await store.set(Data("1".utf8), for: Self.seenKey)
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: Self.subject)
  }

  /// Returns the stored bytes, or nil; also nil for data that the store reports as damaged, so that
  /// it can be written again.
  private static func bytes(in records: any KeyValueRecords) throws(StorageError) -> Data? {
    do throws(StorageError) { return try records.value(for: profileKey) } catch .damaged {
      return nil
    }
  }

  private static func decode(_ data: Data?) -> ReaderProfile? {
    guard let data, data.count <= maximumSize,
      let record = try? JSONDecoder().decode(Record.self, from: data),
      record.version == Record.currentVersion
    else { return nil }
    return record.profile
  }

  /// Returns the bytes to store; nil for an empty profile.
  private static func encode(_ profile: ReaderProfile) throws(StorageError) -> Data? {
    guard profile != ReaderProfile() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return try encoder.encode(Record(profile: profile)) } catch {
      throw .unavailable("the profile can't be written as JSON")
    }
  }
}
