// Needs: Backups, Books, Onboarding

import Core
import TestKit
import Testing

@Suite("Changes of another window")
@MainActor struct OtherWindowTests {
  @Test("are applied before an action, which does not wait for background work such as a backup")
  func duringBackup() async throws {
    let disk = try Disk()
    let one = try await disk.window()
    await one.skipOnboarding()
    await one.open("booksapp://books/dune")
    let two = try await disk.window()
    let (end, continuation) = AsyncStream<Never>.makeStream()
    one.session.root.performInBackground("long backup") { for await _ in end {} }
    await two.open("booksapp://books/the-hobbit")
    await two.tap("want")
    await one.tap("want")
    #expect(one.notice == "Added to “Want to read”.")
    continuation.finish()
    await disk.end(one, two)
  }
}
