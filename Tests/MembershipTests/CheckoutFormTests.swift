import Core
import TestKit
import Testing

@testable import Membership

@Suite("The form before paying")
@MainActor struct CheckoutFormTests {
  private let world = MemberWorld()

  @Test(
    "A name that can't stand on a receipt is refused, kept, and can be corrected",
    arguments: [
      String(repeating: "x", count: 101), "Ada\u{202E}adA", "a\u{0}b", "a\u{1B}[31m", "a\u{7}",
      "line\nbreak", "\u{2066}x",
    ])
  func badName(_ name: String) async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", name)
      await app.pay()
      #expect(app.content.fields.first?.problem != nil)
      #expect(app.value(of: "name") == .text(name))
      #expect(world.payments.requests.isEmpty)
      await app.fill("name", "Ada")
      #expect(app.content.fields.first?.problem == nil)
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test(
    "A name may be empty, long, and of any script",
    arguments: ["", "   ", "李", "محمد", "👩‍👩‍👧 Ada", String(repeating: "é", count: 100), "O'Brien; --"])
  func goodName(_ name: String) async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", name)
      await app.pay()
      #expect(world.feature.isMember)
    }
  }

  @Test("A megabyte is not taken, and nothing is lost by it")
  func megabyte() async {
    await withApp(world.session) { app in
      await app.checkout()
      await app.fill("name", "Ada")
      let large = FieldValue.text(String(repeating: "x", count: 1 << 20))
      #expect(await app.session.fill("name", large) == .invalid(.tooLong(limit: 500)))
      #expect(app.value(of: "name") == .text("Ada"))
      #expect(await app.session.perform("buy") == .invalid(.missing))
      #expect(await app.session.perform("buy", .value(.choice("maybe"))) != .performed)
      #expect(await app.session.perform("buy", .value(.text("accept"))) != .performed)
      #expect(world.payments.requests.isEmpty)
    }
  }
}
