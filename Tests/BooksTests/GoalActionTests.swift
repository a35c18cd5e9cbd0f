import Catalogue
import Core
import Services
import TestKit
import Testing

@testable import Books

@Suite("The goal in the statistics")
@MainActor struct GoalActionTests {
  private let scene = BooksScene()

  @Test("The statistics set and remove the goal for this year, and not in another year")
  func goal() async throws {
    try await scene.guestStore.save(.reading(1, finished: "2025-02-03"))
    await withApp(scene.session) { app in
      await app.tab("Statistics")
      #expect(app.content.action("goal")?.input?.value == nil)
      await app.tap("goal", "24")
      #expect(app.notice == "Your goal for this year is 24 books.")
      #expect(app.text.contains("0 of 24"))
      #expect(app.content.action("goal")?.input?.value == .number(24))
      await app.tap("previous")
      #expect(app.notice == nil && app.content.action("goal") == nil)
      await app.tap("next")
      await app.tap("goal", "0")
      #expect(app.notice == "You have no goal for this year.")
      #expect(!app.text.contains("of 24"))
    }
    #expect(scene.goal == nil)
  }

  @Test("The statistics take the goals that the profile takes, and name the stored one")
  func range() async {
    var preferences = BooksPreferences(
      yearlyGoal: { 50 }, setYearlyGoal: { _ async throws(StorageError) in true })
    preferences.goals = 1...50
    let feature = BooksFeature.make(
      selection: CatalogueSelection(only: RecordingCatalogue(), context: scene.context),
      stores: scene.stores, context: scene.context, preferences: preferences)
    let context = scene.context
    await withApp({ AppSession(context: context, features: [feature]) }) { app in
      await app.tab("Statistics")
      #expect(app.content.action("goal")?.input?.kind == .number(0...50))
      await app.tap("goal", "24")
      #expect(app.notice == "Your goal for this year is 50 books.")
    }
  }

  @Test("A goal that can't be saved is reported, and without a profile there is no goal")
  func unsaved() async {
    func session(_ preferences: BooksPreferences) -> AppSession {
      let feature = BooksFeature.make(
        selection: CatalogueSelection(only: RecordingCatalogue(), context: scene.context),
        stores: scene.stores, context: scene.context, preferences: preferences)
      return AppSession(context: scene.context, features: [feature])
    }
    let failing = BooksPreferences(
      setYearlyGoal: { _ async throws(StorageError) in throw .full })
    await withApp({ session(failing) }) { app in
      await app.tab("Statistics")
      await app.tap("goal", "24")
      #expect(app.notice == StorageError.full.description)
    }
    await withApp({ session(BooksPreferences()) }) { app in
      await app.tab("Statistics")
      #expect(app.content.action("goal") == nil)
    }
  }
}
