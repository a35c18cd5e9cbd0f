import Core
import Files
import Services
import TestKit
import Testing

@testable import Transfers

@Suite("A transfer that closes all screens")
@MainActor struct LockedScreenTests {
  private let world = TransferWorld()

  @Test("A transfer asks locked screens before its own question; if one is kept, nothing is done")
  func asks() async {
    world.answer(.report(TransferReport(summary: "7 toys.")))
    await withApp({ world.session(lock: .unsavedForm) }) { app in
      await app.choose("Restore toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.title == Lock.unsavedForm.title)
      await app.tap("keep")
      #expect(app.title == "Restore toys")
      #expect(world.requests.isEmpty)
      await app.tap("start")
      await app.tap("discard")
      #expect(app.text.contains("All toys are replaced."))
      await app.tap("import")
      #expect(world.requests.count == 1)
      #expect(app.text.contains("7 toys."))
    }
  }

  @Test("A transfer without a warning asks no locked screen")
  func harmless() async {
    world.answer(.report(TransferReport(summary: "7 toys.")))
    await withApp({ world.session(lock: .unsavedForm) }) { app in
      await app.choose("Export toys")
      await app.fill("file", "toys.csv")
      await app.tap("start")
      #expect(app.text.contains("7 toys."))
    }
  }
}
