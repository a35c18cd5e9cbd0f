import Walks
import Services
import Inspection
import AppComposition
import AppTerminal
import Core
import TestKit
import Testing

@Suite("Links in every crawled state")
@MainActor struct LinkTests {
  private let invariants = Invariants()

  /// The states in which one kind of screen is visible, and the links that were opened there.
  private struct Kind {
    var paths: [[Step]] = []
    var opened = 0
  }

  @Test("A link in every crawled state has one final answer")
  func everyState() async throws {
    var answers: [DeepLink: Set<LinkAnswer>] = [:]
    for crawl in Crawls.all {
      let crawler = Crawler(samples: .app, make: crawl.session)
      let isWhole = crawl.features == Worlds.allFeatures && crawl.layout == .compact
      var kinds: [String: Kind] = [:]
      let paths = try await crawl.map.paths
      func note(_ answer: LinkAnswer?, _ link: DeepLink) {
        guard let answer, isWhole else { return }
        answers[link, default: []].insert(answer)
      }
      // The whole app in each crawled state; another layout or variant in every fourth, except in a nightly run.
      let step = isWhole || Nightly.isRunning ? 1 : 4
      for path in stride(from: 0, to: paths.count, by: step).map({ paths[$0] }) {
        let session = await crawler.session(after: path)
        let kind = session.snapshot.panes.map(\.kind.rawValue).joined(separator: "+")
        // The links rotate: each is opened over screens of every kind.
        let link = Worlds.links[kinds[kind, default: Kind()].opened % Worlds.links.count]
        kinds[kind, default: Kind()].paths.append(path)
        kinds[kind]?.opened += 1
        note(await open(link, in: session, path), link)
      }
      for kind in kinds.values where kind.opened < Worlds.links.count {
        for number in kind.opened..<Worlds.links.count {
          let path = kind.paths[number % kind.paths.count]
          let session = await crawler.session(after: path)
          let link = Worlds.links[number]
          note(await open(link, in: session, path), link)
        }
      }
    }
    // The answer depends on the link alone.
    #expect(answers.values.allSatisfy { $0.count == 1 })
    let shown = Worlds.links.filter { answers[$0] == [.shown] }
    // feature: all
    let hosts: Set = [
      "books", "authors", "subjects", "shelves", "search", "discover", "statistics", "account",
      "membership", "transfers",
    ]
    #expect(Set(shown.map(\.host)) == hosts.union(Worlds.tabs.map(\.host)))
    // end
    #expect(answers.count == Worlds.links.count && shown.count < answers.count)
  }

  /// Opens a link, discarding unsaved forms, and stops the session. Returns the final answer, or
  /// nil for a link that waited for an unmet requirement.
  private func open(_ link: DeepLink, in session: AppSession, _ path: [Step]) async -> LinkAnswer? {
    let context: Comment = "\(link) after \(path)"
    var finals: [LinkAnswer] = []
    let first = await session.open(link) { finals.append($0) }
    // A separate final answer exists only if the returned one was not final.
    #expect(finals.isEmpty, context)
    for _ in 0..<10 where finals.isEmpty && session.snapshot.isAsking {
      await session.perform("discard")
    }
    await session.settleAll()
    let isWaiting = finals.isEmpty && !first.isFinal
    #expect(invariants.violations(in: session).isEmpty, context)
    #expect(session.leaks.isEmpty, context)
    session.stop()
    await session.activity.settleAll()
    #expect(session.leaks.isEmpty, context)
    #expect(finals.count <= 1, context)
    // The end of the app gives waiting links their final answer.
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
  /// Whether a lock's question is shown.
  fileprivate var isAsking: Bool { panes.contains { $0.content.action("discard") != nil } }
}
