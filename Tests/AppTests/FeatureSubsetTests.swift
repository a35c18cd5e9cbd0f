import Walks
import Services
import AppComposition
import AppTerminal
import Core
import TestKit
import Testing

@Suite("The app with any of its features")
@MainActor struct FeatureSubsetTests {
  /// Every subset of up to seven features. More features have too many: then those with at most two
  /// features, and those that lack at most one.
  nonisolated static let subsets: [Set<Identifier<Feature>>] = {
    let all = AppOptions.allFeatures.sorted { $0.rawValue < $1.rawValue }
    guard all.count > 7 else {
      return (0..<1 << all.count).map { bits in
        Set(all.indices.filter { bits & (1 << $0) != 0 }.map { all[$0] })
      }
    }
    let pairs = all.flatMap { one in all.map { Set([one, $0]) } }
    return Array(Set([[], Set(all)] + pairs + all.map { Set(all).subtracting([$0]) }))
  }()

  /// Shared by all walks, because content that was checked once need not be checked again.
  private static let invariants = Invariants()

  /// The features without a tab.
  private static let withoutTabs: Set<Identifier<Feature>> = {
    let session = Worlds.whole()
    let found = Set(session.root.features.filter(\.tabs.isEmpty).map(\.id))
    session.stop()
    return found
  }()

  @Test(
    "Every subset of the features launches, survives a random walk, and ends", arguments: subsets)
  func randomWalks(features: Set<Identifier<Feature>>) async throws {
    guard !features.isSubset(of: Self.withoutTabs) else { return await noTabs(features) }
    let walk = RandomWalk(
      samples: .app, links: Worlds.links, ways: Worlds.ways, changesOwners: true,
      makeWorld: {
        let world = Worlds.world(features)
        return { world.makeSession() }
      })
    for seed in RandomWalk.seeds(2) {
      try await walk.walk(seed: seed, steps: 30, Self.invariants)
    }
  }

  /// An app without tabs shows its gates, and then nothing.
  private func noTabs(_ features: Set<Identifier<Feature>>) async {
    await withApp({ Worlds.world(features).makeSession() }) { app in
      // feature: Onboarding
      if features.contains("onboarding") { await app.skipOnboarding() }
      // end
      #expect(app.session.navigation.tree.isEmpty)
    }
  }

  @Test("Each feature of a session has the name by which it is chosen")
  func names() {
    let session = Worlds.whole()
    let names = session.root.features.map(\.id)
    session.stop()
    #expect(!names.isEmpty && Set(names).count == names.count, "\(names)")
    #expect(AppOptions.allFeatures.isSuperset(of: names), "\(names)")
  }

  // feature: Books
  @Test("Without accounts nothing asks for one, and without memberships everything is free")
  func alone() async {
    await withApp({ Worlds.world(["books"]).makeSession() }) { app in
      #expect(
        app.session.snapshot.tabs.map(\.id) == ["discover", "search", "shelves", "statistics"])
      await app.open("booksapp://books/dune")
      await app.tap("rate", "5")
      #expect(app.text.contains("★★★★★"))
      #expect(await app.open("booksapp://statistics/detailed") == .shown)
      guard case .refused = await app.answer(to: "booksapp://account") else {
        Issue.record("there is no account")
        return
      }
    }
  }

  // feature: Membership
  @Test("A membership without accounts belongs to the guest")
  func guestMember() async {
    await withApp({ Worlds.world(["books", "membership"]).makeSession() }) { app in
      _ = await app.open("booksapp://statistics/detailed")
      await app.choose("Yearly")
      await app.pay()
      await app.tap("done")
      #expect(app.screen?.kind == "StatisticsDetail")
    }
  }
  // end
  // end
}
