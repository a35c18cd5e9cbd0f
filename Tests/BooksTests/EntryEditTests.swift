import Services
import Testing

@testable import Books

@Suite("An edit of an entry")
struct EntryEditTests {
  private let opened: LibraryEntry = {
    var entry = LibraryEntry.sample(1)
    entry.rating = 3
    return entry
  }()

  /// An edit that changes the rating and the notes, and types a progress.
  private func edit(to progress: TypedProgress) -> EntryEdit {
    var draft = opened.draft
    (draft.rating, draft.notes, draft.progress) = (5, "Mine", "typed")
    return EntryEdit(
      base: opened, draft: draft, progress: progress, readings: nil,
      today: CalendarDate(daysSince1970: 20_000))
  }

  @Test("An edit writes the changed fields, and leaves what another window has changed")
  func writes() throws {
    var entry = opened
    entry.review = "Theirs"
    let progress = try TypedProgress("120/300", pages: nil)
    #expect(edit(to: progress).apply(to: &entry) == [])
    #expect(entry.rating == 5 && entry.notes == "Mine" && entry.review == "Theirs")
    #expect(entry.progress == .page(120) && entry.book.pages == 300)
  }

  @Test("A typed page leaves another window's total, and another typed total is a conflict with it")
  func pages() throws {
    var entry = opened
    entry.book.pages = 480
    // The form had no total, and the reader types one.
    let total = try TypedProgress("120/300", pages: nil)
    #expect(edit(to: total).apply(to: &entry) == [.progress] && entry.book.pages == 480)
    var saved = opened
    saved.book.pages = 300
    func typed(_ text: String) throws -> EntryEdit {
      var draft = saved.draft
      draft.progress = text
      return EntryEdit(
        base: saved, draft: draft, progress: try TypedProgress(text, pages: 300), readings: nil,
        today: CalendarDate(daysSince1970: 20_000))
    }
    #expect(try typed("130/300").apply(to: &entry) == [])
    #expect(entry.progress == .page(130) && entry.book.pages == 480)
    #expect(try typed("140/310").apply(to: &entry) == [.progress])
    #expect(entry.progress == .page(130) && entry.book.pages == 480)
  }
}
