import Services
import Foundation

/// Keeps each owner's profile, and whether this device has shown the onboarding.
struct ProfileStore: Sendable {
  /// The subject of what belongs to an owner.
  static let subject = "onboarding"
  /// The key of the profile among an owner's values.
  static let profileKey = "profile"
  /// The key of what stood in the profile's place and could not be read.
  static let asideKey = "unread-profile"
  /// The key, in the store of all owners, that says the onboarding was shown on this device.
  static let seenKey = "onboarding/seen"
  /// The size of the largest profile that is read, in bytes; the largest that is written has a few
  /// kilobytes.
  static let maximumSize = 65_536

  /// The profile as it is stored.
  private struct Record: Codable {
    static let currentVersion = 1
    var version = currentVersion
    var profile: ReaderProfile
  }

  private let store: any KeyValueStore

  init(_ store: any KeyValueStore) {
    self.store = store
  }

  /// An owner's profile; an empty one for none, and for one that can't be understood.
  func profile(of owner: Owner) async throws(StorageError) -> ReaderProfile {
    let found: Data?
    do throws(StorageError) {
      found = try await values(of: owner).value(for: Self.profileKey)
    } catch .damaged {
      return ReaderProfile()
    }
    return Self.decode(found)?.checked ?? ReaderProfile()
  }

  /// Writes what was changed over what is stored, and gives the profile as it is then.
  ///
  /// What is stored and can't be understood - it is damaged, or of another version - is put aside
  /// first, and nothing of it is lost.
  func save(_ change: ProfileChange, for owner: Owner) async throws(StorageError) -> ReaderProfile {
    try await values(of: owner).change("saving your profile") { records throws(StorageError) in
      let old = try Self.bytes(in: records)
      let stored = Self.decode(old)
      let profile = change.applied(to: stored ?? ReaderProfile())
      let data = try Self.encode(profile)
      if let old, stored == nil { try records.set(old, for: Self.asideKey) }
      try records.set(data, for: Self.profileKey)
      return profile.checked
    }
  }

  /// Whether this device has shown the onboarding.
  func wasSeen() async throws(StorageError) -> Bool {
    try await store.value(for: Self.seenKey) != nil
  }

  /// Notes that this device has shown the onboarding.
  func markSeen() async throws(StorageError) {
    try await store.set(Data("1".utf8), for: Self.seenKey)
  }

  private func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: Self.subject)
  }

  /// What is stored, or nil; also for what the store itself calls damaged, or it could never be
  /// written again.
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

  /// The bytes to store; nil for a profile that says nothing, which is none.
  private static func encode(_ profile: ReaderProfile) throws(StorageError) -> Data? {
    guard profile != ReaderProfile() else { return nil }
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    do { return try encoder.encode(Record(profile: profile)) } catch {
      throw .unavailable("the profile can't be written as JSON")
    }
  }
}
