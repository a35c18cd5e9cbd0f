public import Services
import Foundation
import Testing

/// The contract of `KeyValueStore`.
public struct KeyValueStoreContract: Contract {
  /// The expectations.
  public enum Check: String, CaseIterable, Sendable {
    /// An unknown key has no value.
    case missingIsNil
    /// A value is read back, byte by byte.
    case keepsValues
    /// A new value replaces the old one.
    case replaces
    /// Setting nil deletes a value; deleting an unknown key isn't an error.
    case nilRemoves
    /// An empty value is a value.
    case emptyIsAValue
    /// Values are found by the prefix of their keys, sorted by key, without deleted ones.
    case findsKeysByPrefix
    /// Quotes, wildcards, spaces and letters of any script are literal, and keys of different bytes are different.
    case takesOddKeys
    /// A value of a mebibyte is stored.
    case keepsLargeValues
    /// Concurrent writers lose nothing.
    case takesManyWriters
    /// No other change runs between reading a value and writing another one.
    case changesAsAWhole
    /// A change that throws changes nothing.
    case takesBackWhatFailed
  }

  private let make: @Sendable () async throws -> any KeyValueStore

  /// Creates the contract for an implementation.
  ///
  /// - Parameter make: creates an empty store.
  public init(_ make: @escaping @Sendable () async throws -> any KeyValueStore) {
    self.make = make
  }

  /// Runs one check.
  public func verify(_ check: Check) async throws {
    let store = try await make()
    let (one, two) = (Data("one".utf8), Data([0, 1, 2, 255]))
    switch check {
    case .missingIsNil:
      #expect(try await store.value(for: "a") == nil)
      #expect(try await store.values(withPrefix: "").isEmpty)
    case .keepsValues:
      try await store.set(one, for: "a")
      try await store.set(two, for: "b")
      #expect(try await store.value(for: "a") == one)
      #expect(try await store.value(for: "b") == two)
    case .replaces:
      try await store.set(one, for: "a")
      try await store.set(two, for: "a")
      #expect(try await store.value(for: "a") == two)
      #expect(try await store.values(withPrefix: "").map(\.key) == ["a"])
    case .nilRemoves:
      try await store.set(one, for: "a")
      try await store.set(nil, for: "a")
      try await store.set(nil, for: "never set")
      #expect(try await store.value(for: "a") == nil)
      #expect(try await store.values(withPrefix: "").isEmpty)
    case .emptyIsAValue:
      try await store.set(Data(), for: "a")
      #expect(try await store.value(for: "a") == Data())
      #expect(try await store.values(withPrefix: "").map(\.key) == ["a"])
    case .findsKeysByPrefix: try await findsKeys(store)
    case .takesOddKeys: try await takesOddKeys(store)
    case .keepsLargeValues:
      let large = Data(repeating: 7, count: 1 << 20)
      try await store.set(large, for: "a")
      #expect(try await store.value(for: "a") == large)
    case .takesManyWriters: try await takesManyWriters(store)
    case .changesAsAWhole: try await changesAsAWhole(store)
    case .takesBackWhatFailed:
      try await store.set(one, for: "a")
      try await store.set(one, for: "b")
      await #expect(throws: StorageError.full) {
        try await store.change("testing") { records throws(StorageError) in
          try records.set(two, for: "a")
          try records.set(nil, for: "b")
          try records.set(two, for: "c")
          #expect(try records.values(withPrefix: "").map(\.key) == ["a", "c"])
          throw .full
        }
      }
      #expect(try await store.values(withPrefix: "").map(\.key) == ["a", "b"])
      #expect(try await store.value(for: "a") == one)
    }
  }

  private func findsKeys(_ store: any KeyValueStore) async throws {
    for key in ["shelf/b", "shelf/a", "shelf/B", "shelves", "book", "shelf/é", "shelf/gone"] {
      try await store.set(Data(key.utf8), for: key)
    }
    try await store.set(nil, for: "shelf/gone")
    let keys = ["shelf/B", "shelf/a", "shelf/b", "shelf/é"]
    let found = try await store.values(withPrefix: "shelf/")
    #expect(found.map(\.key) == keys)
    #expect(found.map(\.value) == keys.map { Data($0.utf8) })
    let foundInChange = try await store.change("testing") { records throws(StorageError) in
      try records.values(withPrefix: "shelf/")
    }
    #expect(foundInChange.map(\.key) == keys)
    #expect(foundInChange.map(\.value) == keys.map { Data($0.utf8) })
    #expect(try await store.values(withPrefix: "Shelf/").isEmpty)
    #expect(try await store.values(withPrefix: "").count == 6)
  }

  private func takesOddKeys(_ store: any KeyValueStore) async throws {
    let odd = [
      "a%", "a_", "a'; DROP TABLE x; --", "a*", "a?", "a[b", " a ", "", "日本", "a\\", "A%",
      // The scalars around the surrogates, and the last of all.
      "a\u{D7FF}b", "a\u{E000}", "\u{10FFFF}a",
      // Equal strings of different bytes.
      "\u{E9}", "e\u{301}",
    ]
    for key in odd { try await store.set(Data(key.utf8), for: key) }
    for key in odd { #expect(try await store.value(for: key) == Data(key.utf8), "\(key)") }
    // An accent belongs to the letter before it, but not to the prefix.
    let owned = OwnedValues(store, of: .guest, about: "odd")
    try await owned.set(Data([1]), for: "\u{301}x")
    #expect(try await owned.values(withPrefix: "").map(\.key) == ["\u{301}x"])
    for prefix in ["a%", "a_", "a'", "a*", "a?", "a[", "a\\", "a\u{D7FF}", "\u{10FFFF}"] {
      #expect(try await store.values(withPrefix: prefix).count == 1, "\(prefix)")
    }
  }

  private func changesAsAWhole(_ store: any KeyValueStore) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<100 {
        group.addTask {
          try await store.change("counting") { records throws(StorageError) in
            let count = try records.value(for: "count")?.first ?? 0
            try records.set(Data([count + 1]), for: "count")
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(try await store.value(for: "count") == Data([100]))
  }

  private func takesManyWriters(_ store: any KeyValueStore) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { try await store.set(Data([UInt8(number)]), for: "key/\(number)") }
      }
      try await group.waitForAll()
    }
    #expect(try await store.values(withPrefix: "key/").count == 100)
    #expect(try await store.value(for: "key/42") == Data([42]))
  }
}
