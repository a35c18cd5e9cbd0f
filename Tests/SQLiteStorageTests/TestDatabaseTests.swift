import SQLiteStorage
import Services
import TestKit
import Testing

@Suite("A test's database on the main actor")
@MainActor struct TestDatabaseTests {
  @Test("A blocking call is an issue")
  func blocking() throws {
    let database = try TestDatabase([]) { try SQLiteDatabase(path: $0) }
    let calls: [(TestDatabase) throws -> Void] = [
      { try $0.migrate([]) }, { _ = try $0.wasChangedOutside() }, { try $0.purge() },
      { _ = try $0.claim("testing") }, { _ = try $0.read("reading") { _ in 0 } },
      { _ = try $0.readLong("reading") { _ in 0 } }, { _ = try $0.write("writing") { _ in 0 } },
    ]
    for call in calls {
      try withKnownIssue {
        try call(database)
      } matching: { issue in
        issue.comments.contains { $0.rawValue.hasSuffix("must not stop the main actor") }
      }
    }
  }
}
