import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Template

@Suite("The current owner's list of Template") @MainActor struct TemplateListTests {
  private let harness: TemplateHarness
  private let list: TemplateList

  init() throws {
    harness = try TemplateHarness()
    list = TemplateList(harness.context, store: harness.store, source: harness.source)
  }

  @Test(
    "A list read while a user signs in is the account's, even if the guest's can't be read",
    arguments: [false, true])
  func reading(fails: Bool) async throws {
    let owner = harness.context.currentOwner
    _ = try await harness.store.save(.sample(1, name: "Guest's"), of: .guest) { _ in }
    _ = try await harness.store.save(.sample(2, name: "Ada's"), of: .account("ada")) { _ in }
    let items = try await list.read { store, reader throws(StorageError) in
      let items = try await store.items(of: reader)
      if reader == .guest {
        await owner.signIn("ada", expires: nil)
        if fails { throw StorageError.full }
      }
      return items
    }
    #expect(items.map(\.name) == ["Ada's"])
  }

  @Test("A cancelled reading leaves what a screen shows, without a message")
  func cancelled() async throws {
    let harness = try TemplateHarness(.database)
    let list = TemplateList(harness.context, store: harness.store, source: harness.source)
    _ = try await list.save(.sample(1)) { _ in }
    let (shown, new) = (TemplateViewModel(list), TemplateViewModel(list))
    let page = TemplateItemViewModel(.sample(1), list: list)
    await shown.load()
    await Task {
      withUnsafeCurrentTask { $0?.cancel() }
      await shown.load()
      await page.load()
      await new.load()
    }.value
    #expect(shown.items == [.sample(1)] && shown.problem == nil)
    #expect(page.item == .sample(1) && page.problem == nil)
    #expect(new.loadFailure == .cancelled, "nothing is shown yet")
  }

  @Test("An older reading does not replace a newer one")
  func readsLate() async throws {
    let (values, gate) = (FaultyKeyValueStore(), Gate())
    let list = TemplateList(
      harness.context, store: KeyValueTemplateStore(values), source: harness.source)
    let model = TemplateViewModel(list)
    values.holdReading(gate)
    let older = Task.immediate { await model.load() }
    await gate.arrived()
    values.holdReading(nil)
    _ = try await list.save(.sample(1)) { _ in }
    await model.load()
    gate.open()
    await older.value
    #expect(model.items == [.sample(1)])
  }

  @Test("A problem is shown until the list or the item can be read again")
  func readAgain() async throws {
    let (model, page) = (TemplateViewModel(list), TemplateItemViewModel(.sample(1), list: list))
    try await harness.list.set(.init("{".utf8), for: "items")
    await model.load()
    await page.load()
    #expect(model.loadFailure != nil && model.problem == nil && page.problem != nil)
    try await harness.list.set(nil, for: "items")
    await page.load()
    #expect(page.problem == .isGone)
    _ = try await list.save(.sample(1)) { _ in }
    await model.load()
    await page.load()
    #expect(model.loadFailure == nil && page.problem == nil)
    try await harness.list.set(.init("{".utf8), for: "items")
    await model.load()
    #expect(model.problem != nil && model.items == [.sample(1)], "the list stays")
    try await harness.list.set(nil, for: "items")
    await model.load()
    #expect(model.problem == nil && model.items.isEmpty)
  }

  @Test("The page of a guest's item says that the account's list does not have it")
  func otherOwner() async throws {
    _ = try await list.save(.sample(1)) { _ in }
    let page = TemplateItemViewModel(.sample(1), list: list)
    await harness.context.currentOwner.signIn("ada", expires: nil)
    await page.load()
    let problem = try #require(page.problem)
    #expect(TemplateText.message(problem).contains("no longer on your list"))
  }

  @Test("A list from the web that can't be stored is an error, and the typed address stays")
  func unstored() async throws {
    let url = try #require(URL(string: "https://example.org/list.json"))
    let source = MemoryTemplateSource(answers: [url: .success([TemplateDraft(name: "Soup")])])
    let list = TemplateList(harness.context, store: harness.store, source: source)
    try await harness.list.set(.init("{".utf8), for: "items")
    await #expect(throws: TemplateProblem.self) {
      try await list.addList(at: url.absoluteString)
    }
    #expect(list.address == url.absoluteString && list.result == nil)
    #expect(try await harness.list.value(for: "items") == .init("{".utf8))
  }

  @Test("An item that a guest removes while they sign in is not the account's to put back")
  func removesLate() async throws {
    let (values, gate) = (FaultyKeyValueStore(), Gate())
    let list = TemplateList(
      harness.context, store: KeyValueTemplateStore(values), source: harness.source)
    let item = TemplateItem.sample(1)
    _ = try await list.save(item) { _ in }
    values.holdWriting(gate)
    let removal = Task.immediate { try await list.remove(item.id) }
    await gate.arrived()
    await harness.context.currentOwner.signIn("ada", expires: nil)
    gate.open()
    #expect(try await removal.value == item)
    #expect(list.removed == nil)
  }

  @Test("A guest's removed item and typed address are not kept for the account")
  func keeping() async throws {
    let owner = harness.context.currentOwner
    let item = TemplateItem.sample(1)
    _ = try await list.save(item) { _ in }
    #expect(try await list.remove(item.id) == item)
    await #expect(throws: TemplateProblem.source(.address)) {
      try await list.addList(at: "a list")
    }
    #expect(list.removed == item)
    #expect(list.address == "a list")
    await owner.signIn("ada", expires: nil)
    #expect(list.removed == nil)
    #expect(list.address == "")
  }
}
