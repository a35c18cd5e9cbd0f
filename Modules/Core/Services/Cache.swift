public import Foundation

/// Keeps values that can be made again, for a while.
///
/// What an implementation must do is in TestKit's `CacheContract`.
public protocol Cache: Sendable {
  /// The value, unless it has expired or was thrown out to make room.
  func value(for key: String) async -> Data?
  /// Stores a value until `expiry`, or until room is needed; one larger than the cache is dropped.
  func set(_ value: Data, for key: String, expiry: Date?) async
  /// Forgets a value.
  func remove(_ key: String) async
  /// Forgets everything.
  func removeAll() async
}
