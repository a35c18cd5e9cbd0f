import Accounts
import Core
import Files
import Services
import TestKit
import Testing

@testable import Transfers

@Suite("A running transfer whose screen is left", .timeLimit(.minutes(60)))
@MainActor struct RunningTransferTests {
  private let world = TransferWorld()

  /// Begins an import, and returns when it runs.
  private func begin(_ app: AppDriver) async -> Task<ActionAnswer, Never> {
    await app.choose("Import toys")
    await app.fill("file", "toys.csv")
    let importing = Task.immediate { await app.session.perform("start") }
    await app.until { app.content.action("cancel") != nil }
    return importing
  }

  @Test("A running import asks the user who leaves its screen, and goes on or stops")
  func leaves() async {
    await withApp({ world.session() }) { app in
      let importing = await begin(app)
      let first = Task.immediate { await app.session.back() }
      await app.until { app.title == "Stop the import?" }
      #expect(app.text.contains("“Import toys” is still running."))
      let keeping = Task.immediate { await app.session.perform("keep") }
      await app.until { app.content.action("cancel") != nil }
      let second = Task.immediate { await app.session.back() }
      await app.until { app.title == "Stop the import?" }
      await app.tap("discard")
      #expect(app.title == "Import and export")
      let left = await second.value
      #expect(left == .left)
      _ = await (importing.value, first.value, keeping.value)
    }
  }

  @Test("The question whether to stop an import closes when the import has ended")
  func ended() async {
    let gate = Gate()
    world.answer(.hold(gate, then: .toys()))
    await withApp({ world.session() }) { app in
      let importing = await begin(app)
      let leaving = Task.immediate { await app.session.back() }
      await app.until { app.title == "Stop the import?" }
      gate.open()
      _ = await (importing.value, leaving.value)
      #expect(app.text.contains("7 toys.") && app.session.snapshot.layers == 0)
    }
  }

  @Test("A sign-in asks before it stops an import in another tab")
  func signIn() async {
    await withApp({ world.session(hasOtherTab: true) }) { app in
      let importing = await begin(app)
      let selecting = Task.immediate { await app.session.select(tab: "other") }
      await app.until { app.title == "Other" }
      let owner = app.session.context.currentOwner
      let signingIn = Task.immediate { await owner.signIn("ada", expires: nil) }
      await app.until { app.title == "Stop the import?" }
      await app.tap("discard")
      _ = await (importing.value, selecting.value, signingIn.value)
      #expect(app.title == "Other")
      await app.tab("Solo")
      #expect(app.title == "Import and export" && world.requests.count == 1)
    }
  }
}
