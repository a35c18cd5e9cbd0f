// Needs: Backups, Books

import Accounts
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

  @Test("A plain-text host runs the whole app: search, book, rating, form, shelves")
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

  @Test("The page Docs/hosts.md shows the whole plain-text host in at most 150 lines")
  func page() throws {
    let host = try String(
      contentsOf: Sources.root.appending(path: "Tests/AppTests/Hosts/PlainHost.swift"),
      encoding: .utf8)
    let page = try String(
      contentsOf: Sources.root.appending(path: "Docs/hosts.md"), encoding: .utf8)
    #expect(page.contains("```swift\n\(host)```"))
    #expect(host.split(separator: "\n", omittingEmptySubsequences: false).count <= 150)
  }

  @Test("A plain-text host draws two columns where there is room, and quits")
  func layout() async {
    let session = Worlds.world().makeSession()
    let screens = await screens(
      session, "open booksapp://books/dune", "layout wide", "quit", "back")
    #expect(screens.contains { $0.contains("== Discover") && $0.contains("== Dune (back)") })
    #expect(session.hasEnded)
  }

  @Test("A plain-text host says why a request was not done")
  func refused() async {
    let session = Worlds.world().makeSession()
    // Otherwise the launch would be cancelled.
    await session.launch()
    let screens = await screens(
      session, "cancel", "nonsense", "open booksapp://books/dune", "rate 99", "tab search",
      "search", "add", "pages=many")
    #expect(screens.contains("Nothing runs."))
    #expect(screens.contains("Unknown command “nonsense”."))
    #expect(screens.contains { $0.hasPrefix("rate: noSuchOption(") })
    #expect(screens.contains { $0.hasPrefix("Not done: invalid(") })
    #expect(screens.contains("Pages: notANumber"))
  }

  @Test("A plain-text host prints a notice once")
  func notice() async {
    let session = Worlds.world().makeSession()
    session.context.notices.post(Notice("The backup failed.", tone: .problem), once: "backup")
    let screens = await screens(session, "tab search")
    #expect(screens.filter { $0.contains("The backup failed.") }.count == 1)
    #expect(zip(screens, screens.dropFirst()).allSatisfy { $0 != $1 })
  }

  @Test(
    "A plain-text host prints a link's refusal, but no success, and that the session has expired")
  func sessionNotices() async throws {
    let session = Worlds.world().makeSession()
    session.context.currentOwner.noteExpiry()
    _ = await session.open(try DeepLink("booksapp://books/emma"))
    _ = await session.open(try DeepLink("booksapp://books/dune"))
    let screens = await screens(session)
    #expect(screens.contains { $0.hasPrefix("! booksapp://books/emma: refused") })
    #expect(screens.contains { $0.contains("== Dune") })
    #expect(!screens.contains { $0.contains("booksapp://books/dune") })
    #expect(screens.contains { $0.hasPrefix("! Your session expired.") })
  }

  @Test("A plain-text host lets the system remove a screen, but not an unsaved form")
  func swiped() async throws {
    let screens = await screens(
      Worlds.world().makeSession(), "open booksapp://books/dune", "swipe", "tab search", "add",
      "title=Half", "swipe")
    let book = try #require(screens.lastIndex { $0.contains("== Dune (back)") })
    #expect(screens[book...].contains { $0.contains("== Discover") })
    #expect(screens.last == "Not possible.")
  }

  @Test("A plain-text host closes a layer")
  func closed() async {
    let screens = await screens(Worlds.world().makeSession(), "tab search", "add", "close")
    #expect(screens.contains { $0.contains("title=") && $0.contains(" (close)") })
    #expect(screens.last?.contains("== Search") == true)
  }

  @Test("A plain-text host cancels a request that takes long", .timeLimit(.minutes(60)))
  func cancelled() async {
    let held = HeldServices()
    let session = Worlds.world(wrapping: held.wrappers).makeSession()
    let (typed, continuation) = AsyncStream.makeStream(of: String.self)
    continuation.yield("tab search")
    var screens: [String] = []
    var isSearching = false
    let host = PlainHost(session) { screen in
      screens.append(screen)
      guard screen.contains("[Search]"), !isSearching else { return }
      isSearching = true
      held.hold(next: .request)
      continuation.yield("search dune")
    }
    async let run: Void = host.run(typed)
    await held.arrived()
    // Another line waits, and "cancel" does not wait for it.
    continuation.yield("back")
    continuation.yield("cancel")
    continuation.finish()
    await run
    #expect(held.isCancelled)
    #expect(screens.contains("Cancelled."))
  }

  @Test("A plain-text host cancels a launch that takes long", .timeLimit(.minutes(60)))
  func cancelledLaunch() async {
    let held = HeldServices()
    held.hold(next: .request)
    let (typed, continuation) = AsyncStream.makeStream(of: String.self)
    var screens: [String] = []
    let host = PlainHost(Worlds.world(wrapping: held.wrappers).makeSession()) {
      screens.append($0)
    }
    async let run: Void = host.run(typed)
    await held.arrived()
    // The first one may end the restoration, which is newer than the first screen's request.
    for _ in 1...2 { continuation.yield("cancel") }
    continuation.finish()
    await run
    #expect(held.isCancelled)
    #expect(screens.contains("Cancelled."))
  }

  @Test("A plain-text host asks before the user leaves an unsaved form")
  func locked() async {
    let screens = await screens(
      Worlds.world().makeSession(), "tab search", "add", "title=Half", "back", "keep", "back",
      "discard")
    #expect(screens.filter { $0.contains("keep:") }.count == 2)
    #expect(screens.last?.contains("== Search") == true)
  }
}
