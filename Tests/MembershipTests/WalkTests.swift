import Testing
import Walks

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
}
