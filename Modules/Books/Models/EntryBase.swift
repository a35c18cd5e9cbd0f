/// The library's values when the form for an entry was opened, or when a conflict was shown: the base of a
/// three-way merge.
struct EntryBase: Hashable {
  /// The values as the form shows them.
  var draft: EntryDraft
  /// The progress.
  var progress: ReadingProgress?
  /// The number of pages of the book.
  var pages: Int?

  /// The values of an entry.
  init(_ entry: LibraryEntry) {
    draft = EntryDraft(entry)
    (progress, pages) = (entry.progress, entry.book.pages)
  }
}
