import Walks
import Services
import Inspection
import Core
import TestKit
import Testing

@Suite("The feature as a whole")
@MainActor struct WalkTests {
  /// Shared by all walks, because content that was checked once need not be checked again.
  private static let invariants = Invariants()

  @Test("Random walks find no violation", arguments: RandomWalk.seeds(8, from: 1))
  func walks(_ seed: UInt64) async throws {
    let walk = RandomWalk(makeWorld: {
      let world = MemberWorld()
      world.needsAccount = seed.isMultiple(of: 2)
      world.remembersOwner = true
      return { world.session() }
    })
    try await walk.walk(seed: seed, steps: 400, Self.invariants)
  }

  @Test("Every screen is reached, and none is a dead end")
  func map() async throws {
    let crawler = Crawler {
      let world = MemberWorld()
      world.needsAccount = true
      return world.session()
    }
    let map = try await crawler.crawl()
    #expect(map.deadEnds == [])
    let screens: Set<ScreenKind> = [
      "Plans", "Checkout", "Waiting", "Receipt", "Membership", "Alert",
    ]
    #expect(screens.isSubset(of: Set(map.screens.keys)))
  }
}
