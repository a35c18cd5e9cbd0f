import Accounts
import Core
import Foundation
import SQLiteStorage
import Services
import TestKit
import Testing

@testable import Template

@Suite("The feature Template") @MainActor struct TemplateFeatureTests {
  private let context = AppContext.test()

  @Test("The store in memory fulfils the contract", arguments: TemplateStoreContract.Check.allCases)
  func memory(_ check: TemplateStoreContract.Check) async throws {
    try await TemplateStoreContract {
      MemoryTemplateStore(limit: TemplateStoreContract.limit)
    }.verify(check)
  }

  @Test(
    "The store in the key-value store of a database fulfils the contract",
    arguments: TemplateStoreContract.Check.allCases)
  func stored(_ check: TemplateStoreContract.Check) async throws {
    let database = try Self.database()
    try await TemplateStoreContract {
      KeyValueTemplateStore(DatabaseKeyValueStore(database), limit: TemplateStoreContract.limit)
    }.verify(check)
  }

  @Test("Another feature gets the current owner's marks, and changes them")
  func owners() async throws {
    let feature = TemplateFeature(context: context, store: MemoryTemplateStore())
    let mark = try TemplateMark.sample(1)
    #expect(try await feature.add(mark))
    #expect(try await feature.marks == [mark])
    await context.currentOwner.signIn("ada", expires: nil)
    #expect(try await feature.marks == [])
    context.currentOwner.signOut()
    try await feature.remove(mark)
    #expect(try await feature.marks == [])
  }

  @Test("Marks go with an account: they are moved, merged, exported and erased")
  func accountData() async throws {
    let database = try Self.database()
    let values = DatabaseKeyValueStore(database)
    let feature = TemplateFeature(context: context, values: values)
    let found = [feature.feature].contributions(of: (any AccountData).self)
    let data = try #require(found.first as? OwnedValuesData)
    let store = KeyValueTemplateStore(values)
    try await AccountDataContract.check(
      data, in: database,
      store: { _ = try await store.add(.sample($1), of: $0) },
      kept: { try await store.marks(of: $0).contains(TemplateMark.sample($1)) },
      storeOther: { _ = try await store.add(.sample(3), of: $0) },
      keptOther: { try await store.marks(of: $0).contains(TemplateMark.sample(3)) })
    let ada = Owner.account("ada")
    try await data.erase(ada, database: database)
    for number in [1, 2] { _ = try await store.add(.sample(number), of: .guest) }
    for number in [2, 3] { _ = try await store.add(.sample(number), of: ada) }
    try await data.move(from: .guest, to: ada, database: database)
    #expect(try await store.marks(of: ada) == [.sample(1), .sample(2), .sample(3)])
    #expect(try await data.summary(of: ada) == TemplateText.summary(count: 3))
    let export = try #require(try await data.export(of: ada))
    let marks = try JSONSerialization.jsonObject(with: export) as? [String: Bool]
    #expect(marks == ["things/1": true, "things/2": true, "things/3": true])
  }

  @Test(
    "A mark is a short name of visible ASCII characters",
    arguments: [
      "", "a b", "é", "a\u{0}", String(repeating: "a", count: TemplateMark.maximumLength + 1),
    ])
  func invalid(name: String) {
    #expect(TemplateMark(name) == nil)
  }

  @Test("A mark has any visible ASCII characters, up to the maximum length")
  func valid() {
    let all = String(decoding: UInt8(ascii: "!")...UInt8(ascii: "~"), as: UTF8.self)
    #expect(TemplateMark(all)?.name == all)
    #expect(TemplateMark(String(repeating: "a", count: TemplateMark.maximumLength)) != nil)
  }

  private static func database() throws -> TestDatabase {
    try TestDatabase(DatabaseKeyValueStore.migrations) { try SQLiteDatabase(path: $0) }
  }
}
