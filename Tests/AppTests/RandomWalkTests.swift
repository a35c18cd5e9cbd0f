import Walks
import Inspection
import Services
import AppComposition
import AppTerminal
import Core
import TestKit
import Testing

@Suite("Random walks: the invariants hold after every step")
@MainActor struct RandomWalkTests {
  /// Shared by all walks, because content that was checked once need not be checked again.
  private static let shared = Invariants()
  private let invariants = shared

  @Test("Hundreds of sessions of fifty steps from the launch", arguments: 0..<2)
  func fromTheLaunch(part: Int) async throws {
    let walk = walk(.compact)
    for seed in RandomWalk.seeds(125, from: UInt64(part) << 32) {
      try await walk.walk(seed: seed, steps: 50, invariants)
    }
  }

  @Test("Hundreds of sessions that begin in crawled states")
  func fromEverywhere() async throws {
    let walk = walk(.compact)
    let paths = try await Crawls.whole.map.paths
    let seeds = RandomWalk.seeds(250)
    for (number, seed) in seeds.enumerated() {
      let path = paths[number * paths.count / seeds.count]
      try await walk.walk(seed: seed, from: path, steps: 50, invariants)
    }
  }

  @Test("A hundred sessions of fifty steps in the wide layout")
  func wide() async throws {
    let walk = walk(.wide)
    for seed in RandomWalk.seeds(100) { try await walk.walk(seed: seed, steps: 50, invariants) }
  }

  private func walk(_ layout: WidthClass) -> RandomWalk {
    RandomWalk(
      samples: .app, links: Worlds.links, ways: Worlds.ways, changesOwners: true,
      makeWorld: {
        let world = Worlds.world(Worlds.allFeatures, layout: layout)
        return { world.makeSession() }
      })
  }
}
