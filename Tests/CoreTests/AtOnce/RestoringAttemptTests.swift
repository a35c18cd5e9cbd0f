import Core
import Foundation
import Services
import TestKit
import Testing

@Suite("Rule 9: routes during whose restoration the app ended")
@MainActor struct RestoringAttemptTests {
  private let store: any KeyValueStore = MemoryKeyValueStore()
  private let database = EmptyDatabase()

  /// Begins to launch an app that shows the first restored screen once the gate is open.
  private func launching(_ toy: Toy, _ gate: Gate) -> (AppSession, Task<Void, Never>) {
    toy.guardPlace = { _ in await gate.wait() }
    let session = toy.session(store: store, database: database)
    return (session, Task.immediate { await session.launch() })
  }

  @Test("Routes during whose restoration the app ended twice are skipped at one start")
  func endedTheApp() async throws {
    var killed: [(AppSession, Task<Void, Never>)] = []
    for start in 1...4 {
      try await store.save(.savedRoutes())
      let (toy, gate) = (Toy(), Gate())
      let (session, launch) = launching(toy, gate)
      killed.append((session, launch))
      if start == 3 {
        await launch.value
        #expect(session.consumeNotices() == [.placesDropped(2)])
        #expect(toy.journal.lines.isEmpty)
      } else {
        await gate.arrived()
      }
      // The session is stopped below; a killed process would have lost its claims here.
      database.endProcesses()
    }
    for (session, launch) in killed {
      session.stop()
      await launch.value
    }
  }

  @Test("Windows that start at the same time restore all routes, and count no end of the app")
  func windows() async throws {
    try await store.save(.savedRoutes())
    let gate = Gate()
    var windows: [(AppSession, Task<Void, Never>)] = []
    for number in 1...2 {
      windows.append(launching(Toy(), gate))
      await gate.arrived(number)
    }
    let toy = Toy()
    let third = toy.session(store: store, database: database)
    await third.launch()
    #expect(toy.journal.lines == ["show guarded", "show item"])
    gate.open()
    for (_, launch) in windows { await launch.value }
    #expect(try await store.value(for: "guest/session/attempts") == nil)
    #expect(try database.claim("restoring") != nil)
    for session in windows.map(\.0) + [third] {
      #expect(session.consumeNotices().isEmpty)
      session.stop()
    }
  }

  @Test(
    "Routes are restored after starts that were stopped while they were restoring",
    arguments: [true, false])
  func stopped(awaitsLaunch: Bool) async throws {
    try await store.save(.savedRoutes())
    for start in 1...3 {
      let (toy, gate) = (Toy(), Gate())
      let (session, launch) = launching(toy, gate)
      if start < 3 {
        await gate.arrived()
        session.stop()
      } else {
        gate.open()
      }
      // A host that closes its files need not know the task of its launch.
      if awaitsLaunch || start == 3 { await launch.value } else { await session.settleAll() }
      #expect(try await store.value(for: "guest/session/attempts") == nil)
      #expect(session.consumeNotices().isEmpty)
      #expect(toy.journal.lines.last == (start < 3 ? "show guarded" : "show item"))
      session.stop()
    }
  }

  @Test("Unused restored routes are restored at every start, however the program ends")
  func unusedPlaces() async throws {
    try await store.save(.savedRoutes())
    for start in 1...5 {
      let toy = Toy()
      let session = toy.session(store: store)
      await session.launch()
      #expect(session.consumeNotices().isEmpty, "start \(start)")
      #expect(toy.journal.lines == ["show guarded", "show item"], "start \(start)")
      session.stop()
    }
  }

  @Test("The record of an attempt is deleted only after the restored screens could be read")
  func readFirst() async throws {
    let (slow, screen) = (SlowStore(store), CountingScreen("slow"))
    try await store.save(.savedRoutes(["solo": ["slow"]]))
    slow.isSlowToDelete = true
    let feature = Feature.solo(
      showPlace: { tab, route in tab.push(screen, route: route) != nil },
      { $0.push(ListScreen("First")) })
    let session = AppSession(context: .test(), features: [feature], places: slow)
    let launch = Task.immediate { await session.launch() }
    await slow.gate.arrived()
    #expect(screen.reads > 0)
    slow.gate.open()
    await launch.value
    session.stop()
  }

  @Test("The record of an attempt that can't be deleted is deleted when the app settles next")
  func deletedLater() async throws {
    try await store.save(.savedRoutes())
    let (toy, gate, faulty) = (Toy(), Gate(), FaultyKeyValueStore(store))
    toy.guardPlace = { _ in await gate.wait() }
    let session = toy.session(store: faulty, database: database)
    let launch = Task.immediate { await session.launch() }
    await gate.arrived()
    faulty.failWriting(of: "attempts")
    gate.open()
    await launch.value
    #expect(try await store.value(for: "guest/session/attempts") == Data([1]))
    #expect(try database.claim("restoring") == nil)
    faulty.repair()
    await session.settle()
    #expect(try await store.value(for: "guest/session/attempts") == nil)
    #expect(try database.claim("restoring") != nil)
    session.stop()
    await session.settleAll()
  }

  @Test("Quitting or navigating while restoring waits for the user skips no routes later")
  func waitsForTheUser() async throws {
    for start in 1...4 {
      try await store.save(.savedRoutes())
      let toy = Toy()
      toy.guardPlace = { await $0.run(SheetCoordinator(), .present).value != nil }
      let session = toy.session(store: store)
      await session.launch()
      #expect(toy.journal.lines == ["show guarded"], "start \(start)")
      #expect(session.consumeNotices().isEmpty, "start \(start)")
      if start.isMultiple(of: 2) { await session.close() }
      session.stop()
    }
  }
}
