import Core
import Services
import TestKit
import Testing

@Suite("Changes of other windows")
@MainActor struct OtherWindowsTests {
  @Test("A feature that could not reload is asked again before each action, until it could")
  func again() async throws {
    let (toy, database) = (Toy(), EmptyDatabase())
    var feature = toy.feature
    var answers = [false, false, true]
    feature.reload = {
      toy.journal.write("reload")
      return answers.isEmpty || answers.removeFirst()
    }
    let session = AppSession(context: .test(), features: [feature], database: database)
    await withApp({ session }) { app in
      #expect(toy.journal.lines == [])
      database.change()
      for _ in 1...5 {
        await app.choose("A")
        await app.back()
        await app.session.settleAll()
      }
      #expect(toy.journal.lines.filter { $0 == "reload" }.count == 3)
    }
  }
}
