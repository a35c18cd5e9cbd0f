import Services
import Core
import Foundation
import TestKit
import Testing

/// Sizes beyond real apps; `make bench` measures their memory and time.
@Suite("Thousands of open screens, children and layers")
@MainActor struct SizeTests {
  @Test("Nested starts and chains of outcomes do not overflow the stack")
  func nested() async throws {
    let count = 10_000
    try await withToy { toy, app in
      let tab = try toy.tab()
      var started = 0
      @MainActor func nest(_ parent: AnyCoordinator) {
        guard started < count else { return }
        started += 1
        parent.startChild(Flow<Int>("nested") { nest($0) })
      }
      nest(tab)
      #expect(started == count)
      var ended = 0
      @MainActor func next() {
        guard ended < count else { return }
        ended += 1
        tab.startChild(Flow<Int>("next") { $0.finish(1) }, onEnd: { _ in next() })
      }
      next()
      #expect(ended == count)
      await app.session.settleAll()
    }
  }

  @Test("A thousand nested flows, each with a screen, start and stop")
  func nestedScreens() async throws {
    try await withToy { toy, app in
      let before = app.session.navigation.tree
      var started = 0
      @MainActor func nest(_ flow: Flow<Int>) {
        flow.push(DetailScreen("screen"))
        started += 1
        if started < 1000 { flow.startChild(Flow<Int>("nested") { nest($0) }) }
      }
      let top = Flow<Int>("top") { nest($0) }
      try toy.tab().startChild(top)
      #expect(started == 1000)
      top.stop()
      #expect(app.session.navigation.tree == before)
    }
  }

  @Test("Ten thousand children with a screen each start and stop")
  func children() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let before = app.session.navigation.tree
      let all = Flow<Int>("all") { all in
        for _ in 0..<10_000 { all.startChild(Flow<Int>("child", screen: DetailScreen("child"))) }
      }
      tab.startChild(all)
      #expect(app.session.navigation.tree.allEntries.count > 10_000)
      all.stop()
      #expect(app.session.navigation.tree == before)
    }
  }

  @Test("A thousand layers open and close")
  func layers() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let before = app.session.navigation.tree
      let all = Flow<Int>("all") { all in
        for _ in 0..<1000 {
          all.startChild(Flow<Int>("child", screen: SheetScreen("child")), .present)
        }
      }
      tab.startChild(all)
      #expect(app.session.snapshot.layers == 1000)
      all.stop()
      #expect(app.session.navigation.tree == before)
    }
  }

  @Test("Ten thousand units of work settle")
  func works() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let gate = Gate()
      var ended = 0
      for _ in 0..<10_000 {
        tab.perform("work") {
          await gate.wait()
          ended += 1
        }
      }
      await gate.arrived(10_000)
      gate.open()
      await app.session.settle()
      #expect(ended == 10_000)
    }
  }
}
