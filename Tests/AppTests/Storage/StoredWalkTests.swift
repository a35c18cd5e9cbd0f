import Walks
import Services
@testable import AppComposition
import AppTerminal
import Core
import Foundation
import TestKit
import Testing

/// Readers' data is in files; most walks run in memory.
@Suite("Random walks over files")
@MainActor struct StoredWalkTests {
  /// Shared by all walks, because content that was checked once need not be checked again.
  private static let invariants = Invariants()

  private let disk: Disk

  init() throws { disk = try Disk() }

  /// Walks with one seed over one library: the repetitions that shorten a failing walk start with
  /// the library that it left.
  @Test(
    "The invariants hold after every step and after each restart",
    arguments: WidthClass.allCases, RandomWalk.seeds(4))
  func walks(layout: WidthClass, seed: UInt64) async throws {
    let storage = try await AppStorage.open(AppFolders(dataFolder: disk.path, environment: [:]))
    let options = AppOptions(
      seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000), layout: layout, usesFiles: false)
    let walk = RandomWalk(
      samples: .app, links: Worlds.links, ways: Worlds.ways, changesOwners: true,
      makeWorld: {
        let world = AppWorld(options, storage: storage)
        return { world.makeSession() }
      })
    try await walk.walk(seed: seed, steps: 50, Self.invariants)
    storage.close()
  }
}
