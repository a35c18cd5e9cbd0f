import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Onboarding

@Suite("Editing a profile while the storage fails")
@MainActor struct FaultyEditTests {
  private let harness = OnboardingHarness()
  private let ada = OnboardingHarness.ada

  /// Launches the app with an existing profile.
  private func withItems(_ body: (AppDriver) async throws -> Void) async throws {
    try await harness.keep(ada)
    try await ProfileStore(harness.store).markSeen()
    try await withApp({ harness.session() }, body)
  }

  @Test("A form open during a sign-in loses the guest's values if the account's can't be read")
  func unreadSignIn() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.advance()
      #expect(app.value(of: "goal") == .number(24))
      harness.store.failReading(of: ProfileStore.profileKey)
      await harness.context.currentOwner.signIn("bo", expires: nil)
      #expect(app.value(of: "goal") == nil)
      harness.store.repair()
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("Editing that can't be saved offers no way on without saving, unlike onboarding")
  func notUnsaved() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.advance()
      await app.fill("goal", "30")
      await app.advance()
      await app.advance()
      harness.store.failWriting()
      await app.advance()
      #expect(app.step == .summary && app.notice?.contains("was not saved") == true)
      #expect(app.content.actions.map(\.id) == ["save"])
      harness.store.repair()
      await app.advance()
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored().yearlyGoal == 30)
  }
}
