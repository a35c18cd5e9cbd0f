import Accounts
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Template

@Suite("Loading a list of Template from the web") @MainActor struct TemplateLoadingTests {
  private static let address = "https://example.org/list.json"

  /// Returns an app for which the address has an answer.
  private func harness(
    _ answer: Result<[TemplateDraft], TemplateSourceError>
  ) throws -> TemplateHarness {
    let url = try #require(URL(string: Self.address))
    return try TemplateHarness(source: MemoryTemplateSource(answers: [url: answer]))
  }

  private func typed(_ app: AppDriver) -> FieldValue? {
    app.content.action("load")?.input?.value
  }

  @Test("Loaded items are on the list in their order, also after a restart")
  func loading() async throws {
    let drafts = "BCDEFGHIJKLM".map { TemplateDraft(name: "\($0)", note: "With a note") }
    try await withServer { _ in
      .list(drafts)
    } run: { server in
      let harness = try TemplateHarness(.database, source: HTTPTemplateSource(PatientClient()))
      let names = drafts.map(\.name)
      await withApp(harness.session) { app in
        await app.add("A")
        await app.tap("load", server.url("/list.json").absoluteString)
        #expect(app.notice == "Added 12 items.")
        #expect(app.rows == ["A"] + names)
        #expect(typed(app) == nil)
      }
      await withApp(harness.session) { app in
        #expect(app.rows == ["A"] + names)
        await app.choose("M")
        #expect(app.text.contains("With a note"))
      }
    }
  }

  @Test("A list that is loaded twice is there twice: each item is a new one")
  func twice() async throws {
    let harness = try harness(.success([TemplateDraft(name: "Soup")]))
    await withApp(harness.session) { app in
      // A typed address is trimmed before, one in a line of JSON is not.
      for (count, text) in [(1, Self.address), (2, " \(Self.address) ")] {
        _ = await app.session.perform("load", .value(.text(text)))
        #expect(app.notice == "Added 1 item.")
        #expect(app.rows.count == count)
      }
    }
  }

  @Test("An empty list adds nothing, and that is said")
  func empty() async throws {
    let harness = try harness(.success([]))
    await withApp(harness.session) { app in
      await app.tap("load", Self.address)
      #expect(app.notice == "That list is empty. Nothing was added.")
    }
  }

  @Test(
    "A failure says what to do, adds nothing, and keeps the address",
    arguments: [
      (TemplateSourceError.offline, "the network"), (.insecure, "isn't secure"),
      (.noTransport("no memory"), "reached: no memory."), (.proxy("status 403"), "(status 403)."),
      (.refused(status: 503), "503"), (.tooLarge, "at most 1000 items"), (.unreadable, "JSON"),
      (.cancelled, "Cancelled"),
    ])
  func failure(_ error: TemplateSourceError, _ text: String) async throws {
    let harness = try harness(.failure(error))
    await withApp(harness.session) { app in
      await app.tap("load", Self.address)
      #expect(app.notice?.contains(text) == true)
      #expect(app.content.notice?.tone == .problem)
      #expect(app.rows.isEmpty)
      #expect(typed(app) == .text(Self.address))
      await app.add("Soup")
      #expect(app.notice == "Added “Soup”.")
    }
  }

  @Test("A list that is loaded after a failure says what was added")
  func success() async throws {
    let harness = try harness(.success([TemplateDraft(name: "Soup")]))
    await withApp(harness.session) { app in
      await app.tap("load", "https://example.org/other.json")
      #expect(app.content.notice?.tone == .problem)
      await app.tap("load", Self.address)
      #expect(app.notice == "Added 1 item.")
    }
  }

  @Test(
    "Text that isn't an address on the web is refused",
    arguments: ["list", "ftp://example.org/list", "file:///etc/passwd", "http://", "a b"])
  func address(_ text: String) async throws {
    let harness = try harness(.success([TemplateDraft(name: "Soup")]))
    await withApp(harness.session) { app in
      await app.tap("load", text)
      #expect(app.notice?.contains("https://example.org") == true)
      #expect(typed(app) == .text(text))
    }
  }

  @Test("A list with too many items for the room is not added, and how many fit is said")
  func noRoom() async throws {
    let harness = try harness(.success([TemplateDraft(name: "Soup"), TemplateDraft(name: "Ale")]))
    try await harness.fill()
    _ = try await harness.store.remove(TemplateItem.sample(1).id, of: .guest)
    await withApp(harness.session) { app in
      let count = app.rows.count
      await app.tap("load", Self.address)
      #expect(app.notice?.contains("has 2 items, and yours has room for 1.") == true)
      #expect(app.rows.count == count)
      #expect(typed(app) == .text(Self.address))
    }
  }

  @Test("While a list is loaded the screen says so, and a second tap loads nothing more")
  func busy() async throws {
    let source = HeldTemplateSource()
    let harness = try TemplateHarness(source: source)
    await withApp(harness.session) { app in
      let loading = Task { await app.tap("load", Self.address) }
      await app.until { app.content.status == .loading(nil) }
      let again = await app.session.perform("load", .value(.text(Self.address)))
      #expect(again == .busy)
      source.answer([TemplateDraft(name: "Soup")])
      await loading.value
      #expect(app.rows == ["Soup"])
      #expect(app.content.status == .idle)
    }
  }

  @Test(
    "A list that arrives for a former owner is not added to any list, and no failure is shown",
    arguments: [false, true])
  func owners(fails: Bool) async throws {
    let source = HeldTemplateSource()
    let harness = try TemplateHarness(source: source)
    await withApp(harness.session) { app in
      let loading = Task { _ = await app.session.perform("load", .value(.text(Self.address))) }
      await app.until { app.content.status == .loading(nil) }
      harness.context.currentOwner.restore("ada", expires: nil)
      source.answer(fails ? nil : [TemplateDraft(name: "Soup")])
      await loading.value
      #expect(typed(app) == nil)
      #expect(app.notice == nil)
    }
    for owner in [Owner.guest, .account("ada")] {
      #expect(try await harness.store.items(of: owner) == [])
    }
  }
}

/// A source that answers when a test says so.
private final class HeldTemplateSource: TemplateSource {
  private let (answers, sink) = AsyncStream.makeStream(of: [TemplateDraft].self)

  /// Answers with a list, or with an error.
  func answer(_ drafts: [TemplateDraft]?) {
    if let drafts { sink.yield(drafts) } else { sink.finish() }
  }

  func drafts(at url: URL) async throws(TemplateSourceError) -> [TemplateDraft] {
    for await drafts in answers { return drafts }
    throw .cancelled
  }
}
