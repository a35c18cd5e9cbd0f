import Auth
import Core
import Foundation
import Services
import TestKit
import Testing

@Suite("Moving a guest's data to an account that has its own")
@MainActor struct MergedGuestTests {
  private let harness = AuthHarness()
  private let kept = "The account already has 1 things. Both are joined."

  /// Creates an account and a guest who both have a value for a key.
  private func makeBoth() async throws -> Owner {
    let owner = Owner.account(try await harness.account().id)
    for (owner, value) in [(Owner.guest, "guest"), (owner, "account")] {
      try await harness.values(of: owner).set(Data(value.utf8), for: "name")
    }
    return owner
  }

  private func value(of owner: Owner) async throws -> String? {
    let stored = try await harness.values(of: owner).value(for: "name")
    return stored.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test("The question after a sign-in says what the account has and keeps, and so does the result")
  func afterSigningIn() async throws {
    let owner = try await makeBoth()
    await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      #expect(app.text.contains(kept), "\(app.text)")
      #expect(app.text.contains("except where you got further as a guest"), "\(app.text)")
      #expect(!app.text.contains("is deleted"), "\(app.text)")
      await app.tap("move")
      #expect(
        app.notice
          == "You are signed in. Moved 1 things to your account, joined with what it already had.")
    }
    #expect(try await value(of: owner) == "account")
  }

  @Test("Moving it later asks the same question, and nothing is moved without an answer")
  func later() async throws {
    let owner = try await makeBoth()
    try await withApp({ harness.session() }) { app in
      await app.tap("sign-in")
      await app.signIn("Ada")
      await app.tap("leave")
      for answer in ["leave", "move"] {
        await app.tap("Move 1 things from the guest…")
        #expect(app.text.contains(kept), "\(app.text)")
        let before = try await value(of: .guest)
        #expect(before == "guest")
        await app.tap(answer)
      }
      #expect(app.notice?.hasSuffix("to your account, joined with what it already had.") == true)
    }
    #expect(try await value(of: .guest) == nil)
    #expect(try await value(of: owner) == "account")
  }
}
