import Walks
import Services
import Inspection
import Core
import TestKit
import Testing

@testable import Books

@Suite("Random walks with guards") @MainActor
struct GuardedWalkTests {
  private static let links = [
    "booksapp://statistics/detailed", "booksapp://books/dune", "booksapp://statistics",
    "booksapp://entries/entry-1",
  ].compactMap { try? DeepLink($0) }

  private static let samples = SampleInputs([
    "words": [.text("dune"), nil], "progress": [.text("10"), .text("100%"), .text("far")],
    "name": ["Sea", "Crime", "Travel", "Poems"].map { .text($0) },
  ])

  @Test(
    "The invariants hold while users sign in and become members",
    arguments: WidthClass.allCases, [true, false])
  func walks(_ layout: WidthClass, movesBooks: Bool) async throws {
    let walk = RandomWalk(samples: Self.samples, links: Self.links) {
      let scene = BooksScene(layout: layout, variant: movesBooks ? "own-first" : nil)
      scene.requireEverything()
      scene.movesBooks = movesBooks
      scene.goal = 12
      return { scene.session() }
    }
    let invariants = Invariants()
    for seed in RandomWalk.seeds(25) { try await walk.walk(seed: seed, steps: 40, invariants) }
  }
}
