import Core
import TestKit
import Testing

@testable import Auth

@Suite("An e-mail address typed into a form")
@MainActor struct TypedAddressTests {
  private let harness = AuthHarness()
  private let problem = "An e-mail address needs an @, as in reader@example.org."

  /// Types addresses into the visible form, which judges no other field before it is sent.
  private func type(in app: AppDriver) async {
    await app.fill("email", "reader")
    #expect(app.content.fields.compactMap(\.problem) == [problem])
    await app.fill("email", "reader@example.org")
    #expect(app.content.fields.allSatisfy { $0.problem == nil })
    await app.fill("email", "reader")
    await app.fill("email", "")
    #expect(app.content.fields.allSatisfy { $0.problem == nil }, "it may still be filled in")
  }

  @Test("The form says at once what is wrong with it, and nothing about the other fields")
  func guest() async throws {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await type(in: app)
      await app.tap("forgot")
      await type(in: app)
      await app.back()
      await app.tap("create")
      await type(in: app)
      await app.fill("email", "reader")
      await app.fill("name", "Ada")
      #expect(app.content.fields.compactMap(\.problem) == [problem])
    }
  }

  @Test("The form for an account says so, too")
  func account() async throws {
    try await harness.signedInAccount()
    await withApp({ harness.session() }) { app in
      await app.tap("edit")
      await type(in: app)
    }
  }

  @Test("An address that another form has passed on is judged when the form is sent")
  func passedOn() async throws {
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.fill("email", "reader")
      await app.tap("create")
      #expect(app.value(of: "email") == .text("reader"))
      #expect(app.content.fields.allSatisfy { $0.problem == nil })
      await app.tap("create")
      #expect(app.content.fields.compactMap(\.problem).contains(problem))
    }
  }

  @Test("An address that is taken stays refused until it is changed")
  func taken() async throws {
    try await harness.account()
    await withApp({ harness.session() }) { app in
      await app.tap("create")
      await app.createAccount("Ada")
      await app.fill("name", "Ada Lovelace")
      let problem = "This address already has an account. Sign in, or use another address."
      #expect(app.content.fields.compactMap(\.problem) == [problem])
      await app.fill("email", "lovelace@example.org")
      #expect(app.content.fields.allSatisfy { $0.problem == nil })
    }
  }
}
