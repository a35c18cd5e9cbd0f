import Services
import Core
import TestKit
import Testing

@Suite("Rule 7: repeating a request after Discard, and exits that ask no lock")
@MainActor struct UnlockTests {
  @Test("Discarding repeats the request by entry identity, whatever was opened on top meanwhile")
  func identity() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      let asker = Asker()
      tab.startChild(asker, onEnd: toy.journal.outcome(of: "asker"))
      let back = Task { await app.back() }
      await asker.asked.wait()
      tab.push(DetailScreen("came meanwhile"))
      asker.agree()
      #expect(await back.value == .left, "the flow has agreed without a question on the screen")
      #expect(app.title == "First")
      #expect(toy.journal.lines == ["asker ended back"])
    }
  }

  @Test("Discarding a form that is already gone leaves no other screen")
  func goneMeanwhile() async throws {
    try await withToy { toy, app in
      let tab = try toy.tab()
      tab.push(DetailScreen("below"))
      let asker = Asker()
      tab.startChild(asker, onEnd: toy.journal.outcome(of: "asker"))
      let back = Task { await app.back() }
      await asker.asked.wait()
      asker.stop()
      asker.agree()
      #expect(await back.value == .left)
      #expect(app.title == "below")
      #expect(toy.journal.lines == ["asker ended cancelled"])
    }
  }

  @Test("Stopping, the parent's end and the app's end ignore locks")
  func ignored() async throws {
    try await withToy { toy, app in
      let parent = Flow<Int>("parent") { parent in
        parent.push(DetailScreen("own"))
        parent.startChild(Flow<Int>("form", screen: EditScreen("form", lock: .unsaved)))
      }
      try toy.tab().startChild(parent)
      parent.stop()
      #expect(app.title == "First")
      let form = Flow<Int>("form", screen: EditScreen("form", lock: .unsaved))
      try toy.tab().startChild(form)
      form.stop()
      #expect(app.title == "First")
      try toy.tab().startChild(Flow<Int>("form", screen: EditScreen("form", lock: .unsaved)))
      app.session.stop()
      #expect(app.session.navigation.tree.isEmpty)
    }
  }

  @Test("Without a lock quitting ends the app at once")
  func quit() async {
    await withToy { toy, app in
      await app.choose("A")
      #expect(await app.session.quit() == .left)
      #expect(app.session.navigation.tree.isEmpty)
      #expect(toy.journal.lines == ["detail ended parentEnded"])
    }
  }

  @Test("Cancelling the question keeps the form, whatever the answer", arguments: [false, true])
  func cancelled(agrees: Bool) async throws {
    try await withToy { toy, app in
      let asker = Asker()
      try toy.tab().startChild(asker)
      let back = Task { await app.back() }
      await asker.asked.wait()
      #expect(app.session.activity.cancelNewestAction())
      if agrees { asker.agree() }
      #expect(await back.value == .blocked(by: .unsaved))
      #expect(app.title == "asker")
      #expect(asker.isRunning)
    }
  }
}

/// A locked flow with its own question instead of an alert: the test gives the answer.
private final class Asker: Coordinator<Int> {
  let asked = Gate()
  private let answered = Gate()

  override func start() {
    push(EditScreen("asker", lock: .unsaved))
  }

  func agree() { answered.open() }

  override func confirmLeaving(_ lock: Lock) async -> Bool {
    asked.open()
    await answered.wait()
    return true
  }
}
