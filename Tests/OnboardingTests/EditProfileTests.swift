import Core
import Accounts
import Services
@testable import Onboarding
import TestKit
import Testing

@Suite("Editing a profile later")
@MainActor struct EditProfileTests {
  private let harness = OnboardingHarness()
  private let ada = OnboardingHarness.ada

  /// Launches the app with an existing profile.
  private func withItems(_ body: (AppDriver) async throws -> Void) async throws {
    try await harness.keep(ada)
    try await ProfileStore(harness.store).markSeen()
    try await withApp({ harness.session() }, body)
  }

  @Test("The same steps appear without a welcome, filled with the profile")
  func prefilled() async throws {
    try await withItems { app in
      await app.choose("Profile")
      #expect(app.step == .genres)
      #expect(app.chosen == ["Poetry", "Science"])
      await app.advance()
      #expect(app.value(of: "goal") == .number(24))
      await app.advance()
      #expect(app.value(of: "name") == .text("Ada Lovelace"))
      await app.advance()
      #expect(app.step == .summary)
      #expect(app.content.action("save")?.title == "Save")
      #expect(app.text.contains("AL"))
      let writes = harness.store.writes
      await app.advance()
      #expect(app.title == "Items")
      #expect(harness.store.writes == writes, "what did not change is not written")
    }
  }

  @Test("Changes are saved at the end, and visible at once")
  func save() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.choose("Poetry")
      await app.advance()
      await app.fill("goal", "")
      await app.advance()
      await app.fill("name", "Countess of Lovelace")
      await app.advance()
      #expect(app.content.rows.map(\.detail) == ["Countess of Lovelace", "Science", "Not set"])
      #expect(harness.feature.profile == ada, "nothing is stored before")
      await app.advance()
      #expect(app.content.rows.map(\.detail) == ["Countess of Lovelace", "Science", nil])
    }
    #expect(
      try await harness.stored()
        == ReaderProfile(displayName: "Countess of Lovelace", genres: ["science"]))
  }

  @Test("Everything can be cleared")
  func empty() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.choose("Poetry")
      await app.choose("Science")
      await app.advance()
      await app.fill("goal", "")
      await app.advance()
      await app.fill("name", "")
      await app.advance()
      #expect(app.step == .summary)
      await app.advance()
    }
    #expect(try await harness.store.values(withPrefix: "guest/").isEmpty)
  }

  @Test("A row of the summary leads to its part and back")
  func summaryRows() async throws {
    try await withItems { app in
      await app.choose("Profile")
      for _ in 0..<3 { await app.advance() }
      await app.choose("Yearly goal")
      #expect(app.step == .goal)
      #expect(app.content.action("done")?.title == "Done")
      await app.fill("goal", "30")
      await app.advance()
      #expect(app.step == .summary)
      // feature: Books
      #expect(app.content.rows.last?.detail == "30 books a year")
      // else: #expect(app.content.rows.last?.detail == "30 a year")
      // end
      await app.choose("Name")
      await app.fill("name", "Bo")
      await app.back()
      #expect(app.content.rows.first?.detail == "Bo", "going back keeps what was typed")
      await app.advance()
    }
    #expect(try await harness.stored().yearlyGoal == 30)
    #expect(try await harness.stored().displayName == "Bo")
  }

  @Test("Going back within the flow asks nothing; leaving it with changes does")
  func lock() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.advance()
      await app.fill("goal", "30")
      #expect(await app.back() == .left)
      #expect(app.step == .genres)
      #expect(await app.back() == .blocked(by: .unsavedProfile))
      await app.tap("keep")
      await app.advance()
      #expect(app.value(of: "goal") == .number(30))
      #expect(await app.home() == .blocked(by: .unsavedProfile))
      await app.tap("discard")
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored() == ada)
  }

  @Test("Without changes, or with reverted changes, leaving asks nothing")
  func noLock() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.choose("Science")
      await app.choose("Science")
      #expect(await app.back() == .left)
      #expect(app.title == "Items")
    }
  }

  @Test("Skipping a step keeps its changes, or its saved part without any")
  func skip() async throws {
    try await withItems { app in
      await app.choose("Profile")
      await app.choose("Drama")
      await app.tap("skip")
      await app.walk(as: ada, skipping: [.goal], until: .summary)
      await app.advance()
    }
    #expect(try await harness.stored().genres == ada.genres + ["drama"])
    #expect(try await harness.stored().yearlyGoal == 24)
  }

  @Test(
    "A single part can be edited, with the same screen",
    arguments: [("Favourite genres", StepName.genres), ("Yearly goal", .goal)])
  func alone(item: String, step: StepName) async throws {
    try await withItems { app in
      await app.choose(item)
      #expect(app.step == step)
      #expect(app.content.actions.map(\.title) == ["Save"])
      await app.answer(as: ReaderProfile(genres: ["drama"], yearlyGoal: 30))
      #expect(await app.back() == .blocked(by: .unsavedProfile))
      await app.tap("keep")
      await app.advance()
      #expect(app.title == "Items")
    }
    let stored = try await harness.stored()
    #expect(stored.displayName == ada.displayName)
    #expect(stored.genres == ada.genres + (step == .genres ? ["drama"] : []))
    #expect(stored.yearlyGoal == (step == .goal ? 30 : 24))
  }

  @Test("A form open during a sign-in shows the account's values and the input")
  func signIn() async throws {
    let bo = ReaderProfile(displayName: "Bo", genres: ["horror"], yearlyGoal: 3)
    try await harness.keep(bo, of: .account("bo"))
    try await withItems { app in
      await app.choose("Profile")
      await app.advance()
      await app.fill("goal", "30")
      await app.advance()
      await harness.context.currentOwner.signIn("bo", expires: nil)
      #expect(app.value(of: "name") == .text("Bo"))
      await app.advance()
      // feature: Books
      #expect(app.content.rows.map(\.detail) == ["Bo", "Horror", "30 books a year"])
      // else: #expect(app.content.rows.map(\.detail) == ["Bo", "Horror", "30 a year"])
      // end
      await app.advance()
    }
    #expect(try await harness.stored() == ada, "the guest's stays as it was")
    let stored = try await harness.stored(of: .account("bo"))
    #expect(stored == ReaderProfile(displayName: "Bo", genres: ["horror"], yearlyGoal: 30))
  }

  @Test("Genres that were chosen before a sign-in are added to the account's")
  func genresBeforeSignIn() async throws {
    try await harness.keep(ReaderProfile(genres: ["horror"]), of: .account("bo"))
    try await withItems { app in
      await app.choose("Profile")
      await app.choose("Drama")
      await harness.context.currentOwner.signIn("bo", expires: nil)
      #expect(app.chosen == ["Horror", "Drama"])
      for _ in 1...4 { await app.advance() }
    }
    #expect(try await harness.stored() == ada)
    #expect(try await harness.stored(of: .account("bo")).genres == ["horror", "drama"])
  }

  @Test("Input that can't be saved stays on the screen, and can be saved later")
  func full() async throws {
    try await withItems { app in
      await app.choose("Yearly goal")
      await app.fill("goal", "30")
      harness.store.failWriting()
      await app.advance()
      #expect(app.notice?.contains("was not saved") == true)
      #expect(app.value(of: "goal") == .number(30))
      #expect(await app.back() == .blocked(by: .unsavedProfile))
      await app.tap("keep")
      harness.store.repair()
      await app.advance()
      #expect(app.title == "Items")
    }
    #expect(try await harness.stored().yearlyGoal == 30)
  }

  @Test("An unreadable profile is read again later, and the input is added to it")
  func readLater() async throws {
    try await harness.keep(ada)
    harness.store.failReading()
    await withApp({ harness.session() }) { app in
      await app.choose("Profile")
      #expect(app.notice?.contains("can't be shown") == true)
      await app.choose("Drama")
      await app.advance()
      harness.store.repair()
      await app.back()
      #expect(app.notice == nil)
      await app.advance()
      #expect(app.value(of: "goal") == .number(24), "it is read again when a step appears")
      await app.fill("goal", "30")
      await app.walk(as: ada, skipping: [.name], until: .summary)
      await app.advance()
    }
    let stored = try await harness.stored()
    #expect(stored.displayName == "Ada Lovelace")
    #expect(stored.genres == ["poetry", "science", "drama"])
    #expect(stored.yearlyGoal == 24)
  }
}
