import Foundation
import Services
import TestKit
import Testing

@Suite("A key-value store that fails when a test says so", .timeLimit(.minutes(60)))
@MainActor struct FaultyKeyValueStoreTests {
  private let data = Data("one".utf8)

  @Test(
    "A faulty store fulfils the contract as long as it works",
    arguments: KeyValueStoreContract.Check.allCases)
  func contract(_ check: KeyValueStoreContract.Check) async throws {
    try await KeyValueStoreContract { FaultyKeyValueStore() }.verify(check)
  }

  @Test("A store that can't be read fails in every way to read, also in a change")
  func reading() async throws {
    let store = FaultyKeyValueStore()
    try await store.set(data, for: "a/1")
    store.failReading()
    let error = StorageError.unavailable("the disk is away")
    await #expect(throws: error) { try await store.value(for: "a/1") }
    await #expect(throws: error) { try await store.values(withPrefix: "b/") }
    await #expect(throws: error) {
      try await store.change("testing") { records throws(StorageError) in
        try records.value(for: "a/1")
      }
    }
    #expect(throws: error) { try store.records(in: nil).values(withPrefix: "b/") }
    store.repair()
    #expect(try await store.value(for: "a/1") == data)
  }

  @Test("A store in which some keys can't be read reads all others")
  func readingPart() async throws {
    let store = FaultyKeyValueStore()
    for key in ["a/1", "a/2", "b/1"] { try await store.set(data, for: key) }
    store.failReading(.damaged("a page"), of: "a/2")
    #expect(try await store.value(for: "a/1") == data)
    await #expect(throws: StorageError.damaged("a page")) { try await store.value(for: "a/2") }
    let error = StorageError.damaged("a page")
    await #expect(throws: error) { try await store.values(withPrefix: "a/") }
    #expect(try await store.values(withPrefix: "b/").map(\.key) == ["b/1"])
  }

  @Test("A read of several values in a change fails if one of them can't be read")
  func readingPartInChange() async throws {
    let store = FaultyKeyValueStore()
    for key in ["a/1", "a/2", "b/1"] { try await store.set(data, for: key) }
    let error = StorageError.damaged("a page")
    store.failReading(error, of: "a/2")
    await #expect(throws: error) {
      try await store.change("testing") { records throws(StorageError) in
        try records.values(withPrefix: "a/").count
      }
    }
    let others = try await store.change("testing") { records throws(StorageError) in
      try records.values(withPrefix: "b/").map(\.key)
    }
    #expect(others == ["b/1"])
  }

  @Test("A store in which some keys can't be written takes all others")
  func writing() async throws {
    let data = data
    let store = FaultyKeyValueStore()
    store.failWriting(of: "receipt/")
    try await store.set(data, for: "open/1")
    await #expect(throws: StorageError.full) { try await store.set(data, for: "receipt/1") }
    store.repair()
    try await store.set(data, for: "receipt/1")
    #expect(try await store.values(withPrefix: "").map(\.key) == ["open/1", "receipt/1"])
    #expect(store.writes == 2)
  }

  @Test("A change that meets a fault changes nothing")
  func changing() async throws {
    let data = data
    let memory: any KeyValueStore = MemoryKeyValueStore()
    let store = FaultyKeyValueStore(memory)
    store.failWriting(.newer, of: "receipt/")
    await #expect(throws: StorageError.newer) {
      try await store.change("testing") { records throws(StorageError) in
        try records.set(data, for: "open/1")
        try records.set(data, for: "receipt/1")
      }
    }
    #expect(try await memory.values(withPrefix: "").isEmpty)
    #expect(store.writes == 1, "the write before the fault")
  }

  @Test("A write is held before it begins, and so is a change", arguments: [false, true])
  func heldWriting(isChange: Bool) async throws {
    let data = data
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    store.holdWriting(gate)
    let writing = Task {
      guard isChange else { return try await store.set(data, for: "a") }
      try await store.change("testing") { records throws(StorageError) in
        try records.set(data, for: "a")
      }
    }
    await gate.arrived()
    #expect(try await store.value(for: "a") == nil)
    gate.open()
    try await writing.value
    #expect(try await store.value(for: "a") == data)
  }

  @Test("A read that is held returns what the store had before", arguments: [false, true])
  func heldReading(ofSeveral isOfSeveral: Bool) async throws {
    let data = data
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    try await store.set(data, for: "a")
    store.holdReading(gate)
    let reading = Task {
      guard isOfSeveral else { return try await store.value(for: "a") }
      return try await store.values(withPrefix: "a").first?.value
    }
    await gate.arrived()
    store.holdReading(nil)
    try await store.set(nil, for: "a")
    #expect(try await store.value(for: "a") == nil)
    gate.open()
    #expect(try await reading.value == data)
  }

  @Test("A held write that is cancelled is refused and stores nothing", arguments: [false, true])
  func cancelledWriting(isChange: Bool) async throws {
    let data = data
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    store.holdWriting(gate)
    let writing = Task {
      guard isChange else { return try await store.set(data, for: "a") }
      try await store.change("testing") { records throws(StorageError) in
        try records.set(data, for: "a")
      }
    }
    await gate.arrived()
    writing.cancel()
    await #expect(throws: StorageError.cancelled) { try await writing.value }
    #expect(try await store.value(for: "a") == nil)
    #expect(store.writes == 0)
  }

  @Test("A held read that is cancelled is refused", arguments: [false, true])
  func cancelledReading(ofSeveral isOfSeveral: Bool) async throws {
    let (store, gate) = (FaultyKeyValueStore(), Gate())
    store.holdReading(gate)
    let reading = Task {
      guard isOfSeveral else { return try await store.value(for: "a") }
      return try await store.values(withPrefix: "a").first?.value
    }
    await gate.arrived()
    reading.cancel()
    await #expect(throws: StorageError.cancelled) { try await reading.value }
  }

  @Test("A stubborn gate lets a held write that is cancelled go on when it opens")
  func stubbornWriting() async throws {
    let data = data
    let (store, gate) = (FaultyKeyValueStore(), Gate(isStubborn: true))
    store.holdWriting(gate)
    let writing = Task { try await store.set(data, for: "a") }
    await gate.arrived()
    writing.cancel()
    gate.open()
    try await writing.value
    #expect(try await store.value(for: "a") == data)
  }
}
