import AppComposition
import Core
import TestKit
import Testing

@Suite("Links in every crawled state")
@MainActor struct LinkTests {
  @Test("A link is answered in every state, and Discard lets a blocked one through")
  func everyState() async throws {
    let crawler = Crawler(samples: .app, make: Worlds.compact)
    let invariants = Invariants()
    let link = try Link("booksapp://authors/leo-tolstoy")
    for path in try await Crawls.map(.compact).paths {
      let session = await crawler.session(after: path)
      var finals: [LinkAnswer] = []
      var answer = await session.open(link) { finals.append($0) }
      // Told apart from the one returned only when that was not final.
      #expect(finals.isEmpty, "after \(path)")
      if case .blocked = answer {
        await session.perform("discard")
        answer = try #require(finals.last)
        #expect(finals.count == 1, "after \(path)")
      }
      #expect(answer == .shown, "after \(path)")
      #expect(session.snapshot.panes.map(\.content.title).contains("Leo Tolstoy"))
      #expect(invariants.violations(in: session).isEmpty, "after \(path)")
      session.stop()
      await session.activity.settleAll()
      #expect(session.leaks.isEmpty, "after \(path)")
    }
  }
}
