import Core
import TestKit
import Testing

@Suite("The feature as a whole")
@MainActor struct WalkTests {
  @Test("Random walks find nothing wrong", arguments: 1...8 as ClosedRange<UInt64>)
  func walks(_ seed: UInt64) async throws {
    let walk = RandomWalk(makeWorld: {
      let world = MemberWorld()
      world.needsAccount = seed.isMultiple(of: 2)
      return { world.session() }
    })
    try await walk.walk(seed: seed, steps: 400, Invariants())
  }

  @Test("Every screen is reached, and none is a dead end")
  func map() async throws {
    let map = try await Crawler { MemberWorld().session() }.crawl()
    #expect(map.deadEnds == [])
    let screens: Set<ScreenKind> = [
      "Plans", "Checkout", "Waiting", "Receipt", "Membership", "Alert",
    ]
    #expect(screens.isSubset(of: Set(map.screens.keys)))
  }
}
