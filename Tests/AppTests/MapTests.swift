@testable import AppComposition
import Core
import Foundation
import TestKit
import Testing

@Suite("The map is crawled from the app")
@MainActor struct MapTests {
  @Test("Every screen of the sources can be reached, and no state is a dead end")
  func everyScreen() async throws {
    let map = try await Crawls.map(.compact)
    #expect(map.deadEnds.isEmpty)
    let declared = try Set(Sources.screenKinds())
    let reached = Set(map.screens.keys.map(\.rawValue))
    #expect(declared.subtracting(reached).isEmpty)
    #expect(reached.subtracting(declared).isEmpty)
  }

  @Test("The wide layout has the same screens as the compact one")
  func wide() async throws {
    let compact = try await Crawls.map(.compact)
    let wide = try await Crawls.map(.wide)
    #expect(Set(wide.screens.keys) == Set(compact.screens.keys))
    #expect(wide.deadEnds.isEmpty)
  }

  @Test("Docs/map.mmd is the map of this app; make map writes it anew")
  func upToDate() async throws {
    let map = try await Crawls.map(.compact)
    let file = Sources.root.appending(path: "Docs/map.mmd")
    #expect(try String(contentsOf: file, encoding: .utf8) == map.mermaid)
    #expect(KnownMap.mermaid == map.mermaid)
  }

  @Test("A crawl that finds no end stops at its bound and says so")
  func bound() async {
    await #expect(throws: Crawler.Problem.tooManyStates(3)) {
      _ = try await Crawler(bound: 3, samples: .app, make: { Worlds.whole() }).crawl()
    }
  }
}
