import AppComposition
import Core
import TestKit
import Testing

@Suite("Links in every crawled state")
@MainActor struct LinkTests {
  private let invariants = Invariants()

  @Test("A link in every crawled state has one final answer")
  func everyState() async throws {
    var answers: [Link: Set<LinkAnswer>] = [:]
    // The links go round: each is opened in states of every kind.
    var next = 0
    for crawl in Crawls.all {
      let crawler = Crawler(samples: .app, make: crawl.session)
      for path in try await crawl.map.paths {
        let link = Worlds.links[next % Worlds.links.count]
        next += 1
        let session = await crawler.session(after: path)
        if let answer = await open(link, in: session, path), crawl.features == Worlds.allFeatures {
          answers[link, default: []].insert(answer)
        }
      }
    }
    // What becomes of a link depends on the link alone.
    #expect(answers.values.allSatisfy { $0.count == 1 })
    let shown = Worlds.links.filter { answers[$0] == [.shown] }
    let hosts: Set = [
      "books", "authors", "subjects", "shelves", "search", "discover", "statistics", "account",
      "membership", "transfers",
    ]
    #expect(Set(shown.map(\.host)) == hosts)
    #expect(answers.count == Worlds.links.count && shown.count < answers.count)
  }

  /// Opens a link, discarding what asks, and stops the session; its final answer, or nil for a link
  /// that waited for something nobody gave it.
  private func open(_ link: Link, in session: AppSession, _ path: [Step]) async -> LinkAnswer? {
    let context: Comment = "\(link) after \(path)"
    var finals: [LinkAnswer] = []
    let first = await session.open(link) { finals.append($0) }
    // Told apart from the one returned only when that was not final.
    #expect(finals.isEmpty, context)
    while finals.isEmpty, session.snapshot.isAsking { await session.perform("discard") }
    await session.settleAll()
    let isWaiting = finals.isEmpty && !first.isFinal
    #expect(invariants.violations(in: session).isEmpty, context)
    #expect(session.leaks.isEmpty, context)
    session.stop()
    await session.activity.settleAll()
    #expect(session.leaks.isEmpty, context)
    #expect(finals.count <= 1, context)
    // The end of the app is the final answer to whatever waited.
    if !first.isFinal { #expect(finals.count == 1, context) }
    return isWaiting ? nil : finals.first ?? first
  }
}

extension LinkAnswer {
  /// Whether no other answer follows.
  fileprivate var isFinal: Bool {
    switch self {
    case .shown, .refused: true
    case .blocked, .waiting: false
    }
  }
}

extension Snapshot {
  /// Whether a lock asks before something is left.
  fileprivate var isAsking: Bool { panes.contains { $0.content.action("discard") != nil } }
}
