import AppComposition
import Core
import Services
import TestKit
import Testing

@Suite("A world of services")
@MainActor struct AppWorldTests {
  @Test("Making a second session while one runs logs an error")
  func twoSessions() async {
    let world = Worlds.world(Worlds.allFeatures)
    func count() -> Int { world.context.logger.lines.count { $0.contains("two sessions") } }
    await withApp(world.makeSession) { _ in }
    await withApp(world.makeSession) { _ in
      #expect(count() == 0)
      _ = world.makeSession()
      #expect(count() == 1)
    }
  }
}
