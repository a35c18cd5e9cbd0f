import Files
import Services
import TestKit
import Testing

@testable import Template

/// Called on the main actor, which no store may block.
@Suite("Stores of Template") @MainActor struct TemplateStoreTests {
  @Test("In a key-value store", arguments: TemplateStoreContract.Check.allCases)
  func keyValues(_ check: TemplateStoreContract.Check) async throws {
    try await TemplateStoreContract {
      KeyValueTemplateStore(MemoryKeyValueStore(), limit: TemplateStoreContract.limit)
    }.verify(check)
  }

  @Test("In a database", arguments: TemplateStoreContract.Check.allCases)
  func database(_ check: TemplateStoreContract.Check) async throws {
    try await TemplateStoreContract {
      DatabaseTemplateStore(
        try TestDatabase.templateMember(), limit: TemplateStoreContract.limit)
    }.verify(check)
  }

  @Test("A list with more items than can be added has no room")
  func overfull() async throws {
    let (database, values) = (try TestDatabase.templateMember(), MemoryKeyValueStore())
    let stores: [(Int) -> any TemplateStore] = [
      { DatabaseTemplateStore(database, limit: $0) }, { KeyValueTemplateStore(values, limit: $0) },
    ]
    for store in stores {
      #expect(try await store(2).add([.sample(1), .sample(2)], of: .guest) == 2)
      #expect(try await store(1).add([.sample(3)], of: .guest) == 0)
    }
  }

  @Test("An item is added after one whose number is out of range")
  func extremeNumber() async throws {
    let (database, values) = (try TestDatabase.templateMember(), MemoryKeyValueStore())
    try database.execute("PRAGMA ignore_check_constraints=ON")
    var (first, second) = (TemplateItem.sample(1), TemplateItem.sample(2))
    (first.number, second.number) = (Int.max, nil)
    let stores: [any TemplateStore] = [
      DatabaseTemplateStore(database), KeyValueTemplateStore(values),
    ]
    for store in stores {
      for item in [first, second] {
        let room = try await store.add([item], of: .guest)
        #expect(room > 0)
      }
      #expect(try await store.items(of: .guest).count == 2)
    }
  }

  @Test("Two windows on one file see the same list")
  func windows() async throws {
    let database = try TestDatabase.templateMember()
    let other = DatabaseTemplateStore(try database.secondWindow())
    #expect(try await DatabaseTemplateStore(database).save(.sample(1), of: .guest))
    #expect(try await other.items(of: .guest) == [.sample(1)])
  }

  @Test(
    "The table refuses invalid values",
    arguments: [
      "name = ''", "name = NULL", "note = NULL", "note = zeroblob(64001)", "added = 1e300",
      "number = -1",
    ])
  func bounds(_ change: String) async throws {
    let database = try TestDatabase.templateMember()
    #expect(try await DatabaseTemplateStore(database).save(.sample(1), of: .guest))
    await #expect(throws: StorageError.self) {
      try await LongWork("testing").run { () throws(StorageError) in
        try database.write("testing") { transaction throws(StorageError) in
          _ = try transaction.execute("UPDATE templateMember_items SET \(change)")
        }
      }
    }
  }

  // What the migrations of the released versions make. If it changes, a user's file differs from what the app expects:
  // append a migration, and change this with it.
  @Test("The table changes only by a further migration")
  func schema() throws {
    #expect(
      try TestDatabase.templateMember().schema == [
        """
        CREATE TABLE templateMember_items ( owner TEXT NOT NULL, id TEXT NOT NULL, \
        name TEXT NOT NULL CHECK (length(CAST(name AS BLOB)) BETWEEN 1 AND 3200), \
        note TEXT NOT NULL CHECK (length(CAST(note AS BLOB)) <= 64000), \
        added REAL NOT NULL CHECK (added BETWEEN -63114076800.0 AND 252423993599.0), \
        number INTEGER NOT NULL CHECK (number BETWEEN 0 AND 1099511627776), \
        PRIMARY KEY (owner, id) ) STRICT
        """,
        "CREATE INDEX templateMember_items_added ON templateMember_items (owner, added, number)",
      ])
  }

  @Test("An unreadable list is an error, not an empty list")
  func damage() async throws {
    let database = try TestDatabase.templateMember()
    for sql in [
      "DROP TABLE templateMember_items",
      """
      CREATE TABLE templateMember_items
      (owner TEXT, id TEXT, name TEXT, note TEXT, added REAL, number INTEGER)
      """,
    ] { try database.execute(sql) }
    for row in [
      "NULL, 'A', '', 0, 1", "'a', NULL, '', 0, 1", "'a', 'A', NULL, 0, 1",
      "'a', 'A', '', NULL, 1", "'a', 'A', '', 0, NULL",
    ] {
      try database.execute("DELETE FROM templateMember_items")
      try database.execute("INSERT INTO templateMember_items VALUES ('guest/', \(row))")
      await #expect(throws: StorageError.self, "\(row)") {
        try await DatabaseTemplateStore(database).items(of: .guest)
      }
    }
    let values = MemoryKeyValueStore()
    let list = OwnedValues(values, of: .guest, about: "template")
    try await list.set(.init("{".utf8), for: "items")
    let store = KeyValueTemplateStore(values)
    await #expect(throws: StorageError.self) { try await store.items(of: .guest) }
    await #expect(throws: StorageError.self) { try await store.save(.sample(1), of: .guest) }
  }

  @Test("Every query uses an index")
  func plans() async throws {
    let database = try TestDatabase.templateMember()
    let store = DatabaseTemplateStore(database)
    #expect(try await store.add([.sample(1)], of: .guest) > 0)
    _ = try await store.items(of: .guest)
    _ = try await store.save(.sample(1), of: .guest) { $0.note = "Hot" }
    try await TemplateAccountData(store: store) { "\($0)" }
      .move(from: .guest, to: .account("ada"), database: database)
    _ = try await store.remove(TemplateItem.sample(1).id, of: .account("ada"))
    #expect(try database.slowPlans() == [])
  }
}
