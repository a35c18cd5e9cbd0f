import Catalogue
import Services

/// A three-way merge of a form for an entry: the base, the user's draft, and the library's entry, which another
/// window or a sign-in may have changed meanwhile.
struct EntryEdit {
  /// The entry when the form was opened; after a conflict its dates and conflicting fields are the library's.
  let base: LibraryEntry
  /// The input.
  let draft: EntryDraft
  /// The typed progress; nil for none, and if it was not changed.
  let progress: TypedProgress?
  /// The typed earlier readings; nil if they were not changed.
  let readings: [PastReading]?
  let today: CalendarDate

  /// Writes the changed fields to the library's entry, unless it has other new values in any of them. Only the
  /// earlier readings that the user has added or removed are changed.
  ///
  /// - Returns: the fields with other new values; nothing is written if there are any.
  func apply(to entry: inout LibraryEntry) -> Set<EntryDraft.Field> {
    // A new entry, of a user who signed in to save the form, gets all fields and the standard shelf.
    let isNew = entry.shelves.isEmpty
    let conflicts = isNew ? [] : conflicts(with: entry)
    guard conflicts.isEmpty else { return conflicts }
    if isNew, let shelf = base.standardShelf { entry.shelves = [shelf] }
    // Before the changed dates, which are those of another reading.
    let wasUndated = (isNew ? base : entry).wasReadWithoutDates
    draft.apply(to: &entry, since: base.draft, fillsGaps: isNew)
    if isNew {
      entry.readings = readings ?? base.readings
    } else if let readings {
      entry.readings = entry.readings.changed(from: base.readings, to: readings)
    }
    applyProgress(to: &entry, isNew: isNew, wasUndated: wasUndated)
    return []
  }

  private func conflicts(with entry: LibraryEntry) -> Set<EntryDraft.Field> {
    var conflicts = draft.conflicts(with: entry, since: base.draft)
    guard draft.progress != base.draft.progress else { return conflicts }
    let hasOtherPages =
      typedPages != nil && isConflict(typedPages, with: entry.book.pages, since: base.book.pages)
    if hasOtherPages || isConflict(progress?.progress, with: entry.progress, since: base.progress) {
      conflicts.insert(.progress)
    }
    return conflicts
  }

  /// Returns whether the user and the library have changed a value since the base, and differently.
  private func isConflict<Value: Equatable>(
    _ mine: Value?, with theirs: Value?, since base: Value?
  ) -> Bool {
    mine != base && theirs != base && mine != theirs
  }

  /// The typed number of pages, if it was changed.
  private var typedPages: Int? {
    progress?.pages.flatMap { $0 == base.book.pages ? nil : $0 }
  }

  private func applyProgress(to entry: inout LibraryEntry, isNew: Bool, wasUndated: Bool) {
    if draft.progress == base.draft.progress {
      if isNew, entry.progress == nil { entry.progress = base.progress }
    } else if progress == nil {
      entry.clearProgress()
    }
    let wasComplete = entry.progress?.isComplete(of: entry.book.pages) ?? false
    if let pages = isNew ? progress?.pages : typedPages { entry.book.pages = pages }
    // Progress is recorded with its day, and may move the book to Read; a single change makes a
    // single undo. Another total may make the same page the last one.
    guard let progress = progress?.progress,
      progress != entry.progress || !wasComplete && progress.isComplete(of: entry.book.pages)
    else { return }
    // As on the book's page, unless the form sets another finish date.
    if draft.finished == base.draft.finished || draft.finished == nil {
      entry.continueReading(to: progress, of: nil, on: today, wasUndated: wasUndated)
      // The form shows it also for a finished book, of which nothing else changes.
      entry.progress = progress
    } else {
      entry.record(progress, on: today)
    }
  }
}
