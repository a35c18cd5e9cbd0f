import TestKit
import Testing

@testable import Books

@Suite("The progress typed into the form")
@MainActor struct ProgressFieldTests {
  private let scene = BooksScene()

  @Test("The form says what is wrong with a progress as soon as it is typed")
  func typed() async throws {
    try await scene.keepDune()
    await withApp(scene.session) { app in
      await app.open("booksapp://entries/entry-1")
      await app.tap("notes")
      await app.fill("Progress", "half")
      #expect(app.text.contains("Enter a page (120)"), "\(app.text)")
      await app.fill("Notes to yourself", "from b")
      #expect(app.text.contains("Enter a page (120)"))
      await app.fill("Progress", "101%")
      #expect(app.text.contains("Enter at most 100%."))
      await app.fill("Progress", "40%")
      #expect(!app.text.contains("Enter at most"), "\(app.text)")
      await app.tap("save")
      #expect(app.notice?.hasPrefix("Saved.") == true)
    }
  }
}
