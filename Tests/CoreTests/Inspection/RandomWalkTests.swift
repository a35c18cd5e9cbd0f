@testable import Core
import TestKit
import Testing

@Suite("Random walks find what is wrong")
@MainActor struct RandomWalkTests {
  @Test("A walk goes home, stops coordinators and starts the app anew")
  func steps() async throws {
    var sessions: [AppSession] = []
    let walk = RandomWalk(makeWorld: {
      let toy = Toy()
      toy.loading.open()
      return {
        sessions.append(toy.session())
        return sessions[sessions.count - 1]
      }
    })
    try await walk.walk(seed: 1, steps: 300, Invariants())
    #expect(sessions.count > 2)
    #expect(sessions.contains { $0.log.lines.contains { $0.contains(" home - ") } })
  }

  @Test("What is wrong only after the app was started again is found, and the script says so")
  func relaunch() async throws {
    let walk = RandomWalk(makeWorld: {
      var launches = 0
      return {
        launches += 1
        let actions: [Action] = launches == 1 ? .named("a", "b") : .named("a", "a")
        let root = SoloRoot { $0.push(ListScreen("Only", actions: actions)) }
        return AppSession(context: .test(), root: root)
      }
    })
    let failure = await #expect(throws: RandomWalk.Failure.self) {
      try await walk.walk(seed: 1, steps: 300, Invariants())
    }
    #expect(failure?.steps == [.relaunch])
    #expect(failure?.violations == ["actions of List are not unique"])
    #expect(failure?.description.hasSuffix("\n  relaunch") == true)
  }

  @Test("An app that does not come back to where it was is found")
  func otherPlace() async throws {
    let stores = [MemoryKeyValueStore(), MemoryKeyValueStore()]
    var launches = 0
    let toy = Toy()
    let app = await WalkedApp(
      {
        launches += 1
        return toy.session(store: stores[min(launches, 2) - 1])
      }, Invariants())
    #expect(await app.take(.open(try Link("booksapp://second/item"))).isEmpty)
    let found = await app.take(.relaunch)
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("the app was started again at ") == true)
    #expect(await app.take(.open(try Link("booksapp://second/item"))).isEmpty)
    #expect(await app.take(.relaunch).isEmpty)
    #expect(await app.end(seed: 1) == [])
  }

  @Test("A coordinator that cannot be stopped without a trace is found in the middle of a walk")
  func rewinding() async throws {
    let toy = Toy()
    let app = await WalkedApp({ toy.session() }, Invariants())
    try toy.tab().startChild(
      Flow<Int>("flow", screen: DetailScreen("Flow")),
      onEnd: { _ in toy.root?.list("first")?.push(DetailScreen("Trace")) })
    await app.session.settle()
    let found = await app.take(.rewind(5))
    #expect(found.count == 1)
    #expect(found.first?.hasPrefix("stopping flow#") == true)
    #expect(await app.take(.rewind(0)).isEmpty)
    #expect(await app.end(seed: 1) == [])
  }
}
