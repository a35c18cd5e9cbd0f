// Needs: Backups, Books

import AppComposition
import Core
import Foundation
import TestKit
import Testing

/// A second host of the app, which no feature knows: what `Docs/hosts.md` shows.
@MainActor @Suite("A host in plain text")
struct PlainHostTests {
  /// What the host has printed for these lines.
  private func screens(_ session: AppSession, _ lines: String...) async -> [String] {
    let (typed, continuation) = AsyncStream.makeStream(of: String.self)
    for line in lines { continuation.yield(line) }
    continuation.finish()
    var screens: [String] = []
    await PlainHost(session) { screens.append($0) }.run(typed)
    return screens
  }

  @Test("runs the whole app: search, book, rating, form, shelves")
  func journey() async {
    let screens = await screens(
      Worlds.world().makeSession(), "tab search", "search dune", "1", "to-read", "notes",
      "notes=Lent by Bo.", "save", "back", "tab shelves")
    func position(_ text: String) -> Int? { screens.firstIndex { $0.contains(text) } }
    let order = [
      position("[Search]"), position("== Dune (back)"), position("notes=Lent by Bo."),
      position("[Shelves]"),
    ]
    #expect(order == order.compactMap { $0 }.sorted())
    #expect(order.compactMap { $0 }.count == order.count)
  }

  @Test("is shown whole in Docs/hosts.md, in at most 150 lines")
  func page() throws {
    let host = try String(
      contentsOf: Sources.root.appending(path: "Tests/AppTests/Hosts/PlainHost.swift"),
      encoding: .utf8)
    let page = try String(
      contentsOf: Sources.root.appending(path: "Docs/hosts.md"), encoding: .utf8)
    #expect(page.contains("```swift\n\(host)```"))
    #expect(host.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }

  @Test("draws two columns where there is room, and quits")
  func layout() async {
    let session = Worlds.world().makeSession()
    let screens = await screens(session, "open booksapp://books/dune", "wide", "quit", "back")
    #expect(screens.contains { $0.contains("== Discover") && $0.contains("== Dune (back)") })
    #expect(session.hasEnded)
  }

  @Test("says why a request was not done")
  func refused() async {
    let screens = await screens(
      Worlds.world().makeSession(), "nonsense", "tab search", "search", "add", "pages=many")
    #expect(screens.contains("Unknown command “nonsense”."))
    #expect(screens.contains { $0.hasPrefix("Not done: ") })
    #expect(screens.contains { $0.hasPrefix("Pages: ") })
  }

  @Test("prints a notice once")
  func notice() async {
    let session = Worlds.world().makeSession()
    session.context.notices.post(Notice("The backup failed.", tone: .problem), once: "backup")
    let screens = await screens(session, "tab search")
    #expect(screens.filter { $0.contains("The backup failed.") }.count == 1)
    #expect(zip(screens, screens.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test("asks before a form is left that is not saved")
  func locked() async {
    let screens = await screens(
      Worlds.world().makeSession(), "tab search", "add", "title=Half", "back", "keep", "back",
      "discard")
    #expect(screens.filter { $0.contains("keep:") }.count == 2)
    #expect(screens.last?.contains("== Search") == true)
  }
}
