import Core
import Inspection
import Services
import TestKit
import Testing
import Walks

@testable import Errands

@Suite("Errands") @MainActor struct ErrandsTests {
  @Test("An errand is added and done")
  func add() async {
    await withApp({ AppSession(context: .test(), features: [.errands]) }) { app in
      await app.tap("add")
      #expect(app.title == "New errand")
      await app.fill("Title", "Post the letter")
      await app.tap("save")
      #expect(app.rows == ["Post the letter"])
      await app.choose("Post the letter")
      #expect(app.content.rows.first?.badge == "done")
    }
  }

  @Test("An errand without a title can't be saved")
  func untitled() async {
    await withApp({ AppSession(context: .test(), features: [.errands]) }) { app in
      await app.tap("add")
      #expect(app.content.action("save")?.disabledReason == "Enter a title.")
      await app.back()
      #expect(app.rows == [])
    }
  }

  @Test("A form with text asks before it closes")
  func unsaved() async {
    await withApp({ AppSession(context: .test(), features: [.errands]) }) { app in
      await app.tap("add")
      await app.fill("Title", "Post")
      await app.close()
      #expect(app.title == "Discard your changes?")
      await app.tap("Discard")
      #expect(app.title == "Errands")
    }
  }

  @Test("The flow returns the errand, and nothing if the user closes it")
  func outcome() async {
    var titles: [String?] = []
    await withApp({ .solo(NewErrandCoordinator()) { titles.append($0.value?.title) } }) { app in
      await app.fill("Title", "Post the letter")
      await app.tap("save")
    }
    await withApp({
      .solo { tab in
        tab.startChild(NewErrandCoordinator(), .present) { titles.append($0.value?.title) }
      }
    }) { app in
      await app.close()
    }
    #expect(titles == ["Post the letter", nil])
  }

  @Test("Random walks break no invariant, and no state is a dead end")
  func walks() async throws {
    let walk = RandomWalk(makeWorld: {
      // A new launch finds what the last one has saved.
      let places = MemoryKeyValueStore()
      return { AppSession(context: .test(), features: [.errands], places: places) }
    })
    for seed in RandomWalk.seeds(10) {
      try await walk.walk(seed: seed, steps: 50, Invariants())
    }
    let map = try await Crawler { AppSession(context: .test(), features: [.errands]) }.crawl()
    #expect(map.deadEnds.isEmpty)
    #expect(map.screens["NewErrand"] == 1)
  }
}
