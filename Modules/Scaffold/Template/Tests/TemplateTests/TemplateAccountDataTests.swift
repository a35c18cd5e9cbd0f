import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Template

@Suite("Account data of Template") @MainActor struct TemplateAccountDataTests {
  private let ada = Owner.account("ada")

  @Test("Account data fulfils its contract", arguments: TemplateStorage.allCases)
  func contract(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    let store = harness.store
    try await AccountDataContract.check(
      TemplateAccountData(store: store) { "\($0)" }, in: harness.database,
      store: { _ = try await store.save(.sample(1, name: "\($1)"), of: $0) },
      kept: { try await store.items(of: $0).contains(.sample(1, name: "\($1)")) },
      storeOther: { _ = try await store.save(.sample(2), of: $0) },
      keptOther: { try await store.items(of: $0).contains(.sample(2)) })
  }

  @Test(
    "A merge keeps the account's item where both have one", arguments: TemplateStorage.allCases
  )
  func merges(_ storage: TemplateStorage) async throws {
    let harness = try TemplateHarness(storage)
    let store = harness.store
    for number in [1, 3] { _ = try await store.save(.sample(number), of: .guest) }
    for number in [2, 3] { _ = try await store.save(.sample(number, name: "Mine"), of: ada) }
    let data = TemplateAccountData(store: store) { "\($0)" }
    try await data.move(from: ada, to: ada, database: harness.database)
    try await data.move(from: .guest, to: ada, database: harness.database)
    #expect(try await store.items(of: ada).map(\.name) == ["A", "Mine", "Mine"])
    #expect(try await store.items(of: .guest) == [])
  }

  @Test("The account's export is the feature's own list, with a summary")
  func export() async throws {
    let harness = try TemplateHarness()
    let feature = TemplateFeature.make(
      context: harness.context, store: harness.values, database: nil, source: harness.source)
    let data = try #require([feature].contributions(of: (any AccountData).self).first)
    _ = try await harness.store.save(.sample(1, name: "Soup", note: "Hot"), of: ada)
    #expect(try await data.summary(of: ada)?.hasPrefix("1 item in ") == true)
    let json = try #require(try await data.export(of: ada))
    let items = try JSONSerialization.jsonObject(with: json) as? [[String: Any]]
    #expect(items?.first?["name"] as? String == "Soup")
    #expect(items?.first?["note"] as? String == "Hot")
    #expect(items?.first?["added"] as? String == "2001-01-01T00:00:01Z")
  }
}
