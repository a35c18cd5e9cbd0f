import Services
import Core
import Synchronization
import TestKit
import Testing

@Suite("Leaks are named")
@MainActor struct LeakTests {
  @Test("A coordinator that captures itself is named with the path of its parents")
  func coordinator() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch()
    weak var leaked: CarelessCoordinator?
    do {
      let careless = CarelessCoordinator(name: "careless")
      leaked = try toy.tab().startChild(careless)
    }
    #expect(session.leaks.isEmpty)
    await session.back()
    let leak = try #require(session.leaks.first)
    #expect(session.leaks.count == 1)
    #expect(leak.path.map(\.name) == ["app", "first"])
    #expect(leak.description.hasPrefix("coordinator careless#"))
    #expect(leak.description.hasSuffix("made by app#1/\(try toy.tab().id)"))
    #expect(leaked?.isRunning == false)
    leaked?.onTap = nil
    #expect(leaked == nil)
    #expect(session.leaks.isEmpty)
    session.stop()
    await session.settleAll()
  }

  @Test("A screen that its own closure retains is named, and so is its view model")
  func screen() async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch()
    weak var weakScreen: DetailScreen?
    do {
      let screen = DetailScreen("selfish", actions: .named("a"))
      screen.model = Journal()
      screen.onPerform = { _, _ in screen.content.title = "selfish still" }
      weakScreen = screen
      try toy.tab().startChild(Flow<Int>("flow", screen: screen))
    }
    await session.back()
    #expect(
      Set(session.leaks.map(\.subject)) == [.screen("Detail"), .model(of: "Detail")])
    weakScreen?.onPerform = nil
    #expect(session.leaks.isEmpty)
    session.stop()
    await session.settleAll()
  }

  @Test("The end of a test reports each leak once, also one that only the stopped app shows")
  func once() async throws {
    let leaks = Mutex<[String]>([])
    let held = SheetScreen("held")
    weak var leaked: CarelessCoordinator?
    try await withKnownIssue {
      try await withToy { toy, app in
        let careless = CarelessCoordinator(name: "careless")
        leaked = careless
        try toy.tab().startChild(careless)
        await app.back()
        try toy.tab().push(held)
      }
    } matching: { issue in
      leaks.withLock { $0 += issue.comments.map(\.rawValue) }
      return true
    }
    let found = leaks.withLock { $0 }
    #expect(found.count == 2)
    #expect(found.first?.hasPrefix("Leak: coordinator careless#") == true)
    #expect(found.last?.hasPrefix("Leak: screen Sheet is still alive") == true)
    withExtendedLifetime(held) {}
    leaked?.onTap = nil
  }

  @Test("Work that never ends is a leak as long as it runs", arguments: [true, false])
  func stubbornWork(isBackground: Bool) async throws {
    let toy = Toy()
    let session = toy.session()
    await session.launch()
    let gate = Gate(isStubborn: true)
    do {
      let flow = Flow<Int>("flow") { flow in
        flow.push(DetailScreen("flow"))
        let work: @MainActor () async -> Void = {
          await gate.wait()
          flow.push(DetailScreen("too late"))
        }
        if isBackground {
          flow.performInBackground("stubborn", work)
        } else {
          flow.perform("stubborn", work)
        }
      }
      try toy.tab().startChild(flow)
    }
    await gate.arrived()
    session.stop()
    #expect(session.leaks.map(\.path.count).max() == 2)
    gate.open()
    await session.settleAll()
    #expect(session.leaks.isEmpty)
  }
}

/// Retains itself by its own closure.
private final class CarelessCoordinator: Coordinator<Int> {
  var onTap: (() -> Void)?

  override func start() {
    onTap = { self.finish(1) }
    push(DetailScreen("careless"))
  }
}
