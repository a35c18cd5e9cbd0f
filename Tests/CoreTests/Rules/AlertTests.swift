import Core
import Services
import TestKit
import Testing

@Suite("Rule 10: an alert's outcome is its button")
@MainActor struct AlertTests {
  @Test("The outcome is the chosen button", arguments: ["yes", "no"])
  func button(_ button: String) async {
    await withToy { toy, app in
      await app.tap("alert")
      #expect(app.session.snapshot.layers == 1)
      #expect(app.screen?.header.leave == .close)
      #expect(app.text.contains("Really?"))
      await app.tap(button)
      #expect(toy.journal.lines == ["alert finished \(button)"])
      #expect(app.title == "First")
    }
  }

  @Test("Closing an alert chooses no button")
  func closed() async {
    await withToy { toy, app in
      await app.tap("alert")
      await app.close()
      #expect(toy.journal.lines == ["alert ended dismissed"])
    }
  }

  @Test("An action that is not a button of the alert does nothing")
  func unknownButton() async {
    await withToy { toy, app in
      await app.tap("alert")
      #expect(await app.session.perform("maybe") == .unknown)
      #expect(await app.session.perform("sheet") == .unknown)
      #expect(toy.journal.lines.isEmpty)
    }
  }
}
