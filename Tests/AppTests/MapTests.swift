@testable import AppComposition
import Core
import Foundation
import TestKit
import Testing

@Suite("The map is crawled from the app")
@MainActor struct MapTests {
  @Test("Every screen of the sources can be reached, and no state is a dead end")
  func everyScreen() async throws {
    let map = try await Crawls.whole.map
    #expect(map.deadEnds.isEmpty)
    let declared = try Set(Sources.screenKinds())
    let reached = Set(map.screens.keys.map(\.rawValue))
    #expect(declared.subtracting(reached).isEmpty)
    #expect(reached.subtracting(declared).isEmpty)
  }

  @Test("The wide layout has the same screens as the compact one, and no dead end")
  func wide() async throws {
    var screens: Set<ScreenKind> = []
    for crawl in [Crawls.wideBooks, .wideAccount] {
      let map = try await crawl.map
      screens.formUnion(map.screens.keys)
      #expect(map.deadEnds.isEmpty)
    }
    #expect(try await screens == Set(Crawls.whole.map.screens.keys))
  }

  @Test("Another variant of an experiment has the same screens, at other distances")
  func variants() async throws {
    let whole = try await Crawls.whole.map
    let goalFirst = try await Crawls.goalFirst.map
    #expect(goalFirst.deadEnds.isEmpty)
    let (usual, other) = (whole.screens, goalFirst.screens)
    #expect(usual["GenrePicker"] == 1 && usual["Goal"] == 2)
    #expect(other["Goal"] == 1 && other["GenrePicker"] == 2)
    let details = try await Crawls.compactDetails.map
    #expect(details.deadEnds.isEmpty)
    #expect(details.screens["BookDetail"] == 1)
  }

  @Test("Docs/map.mmd is the map of this app; make map writes it anew")
  func upToDate() async throws {
    let map = try await Crawls.whole.map
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
