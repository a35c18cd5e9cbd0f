import Catalogue
import Core
import Services

/// The input of the form for the reader's data about a book.
struct EntryDraft: Hashable {
  /// The fields of the form.
  enum Field {
    case rating, started, finished, readings, progress, notes, review
  }

  var rating: Rating?
  var started: CalendarDate?
  var finished: CalendarDate?
  var readings: String
  var progress: String
  var notes: String
  var review: String

  /// The values of an entry.
  init(_ entry: LibraryEntry) {
    (rating, started, finished) = (entry.rating, entry.started, entry.finished)
    (readings, progress) = (entry.readings.typed, entry.typedProgress)
    (notes, review) = (entry.notes, entry.review)
  }
}

extension EntryDraft {
  /// Returns whether a field has another value than in another draft.
  func differs(from other: Self, in field: Field) -> Bool {
    switch field {
    case .rating: rating != other.rating
    case .started: started != other.started
    case .finished: finished != other.finished
    case .readings: readings != other.readings
    case .progress: progress != other.progress
    case .notes: notes != other.notes
    case .review: review != other.review
    }
  }

  /// Returns whether the user and the library have changed a field since the base, and differently.
  private func hasConflict(with theirs: Self, since base: Self, in field: Field) -> Bool {
    differs(from: base, in: field) && theirs.differs(from: base, in: field)
      && differs(from: theirs, in: field)
  }

  /// The changed fields, except the earlier readings and the progress, that have another value in the
  /// library than before the change, and the finish date if it would be stored before the start date.
  func conflicts(with entry: LibraryEntry, since base: Self) -> Set<Field> {
    let theirs = EntryDraft(entry)
    let compared: [Field] = [.rating, .started, .finished, .notes, .review]
    var fields = Set(compared.filter { hasConflict(with: theirs, since: base, in: $0) })
    if started != base.started || finished != base.finished,
      endsBeforeStart(in: entry, since: base)
    {
      fields.insert(.finished)
    }
    return fields
  }

  /// The dates after a save: those that were changed, and otherwise those of the library.
  func dates(
    in entry: LibraryEntry, since base: Self
  ) -> (started: CalendarDate?, finished: CalendarDate?) {
    (
      started == base.started ? entry.started : started,
      finished == base.finished ? entry.finished : finished
    )
  }

  /// Whether the current reading would end before it begins after a save.
  func endsBeforeStart(in entry: LibraryEntry, since base: Self) -> Bool {
    var entry = entry
    applyDates(to: &entry, since: base, fillsGaps: false)
    guard let started = entry.started, let finished = entry.finished else { return false }
    return finished < started
  }

  /// Returns two readings that overlap after a save, unless some did before, such as those of a file.
  ///
  /// - Parameter readings: the typed earlier readings; nil if they were not changed.
  func overlap(
    in entry: LibraryEntry, since base: Self, readings: [PastReading]?
  ) -> ReadingOverlap? {
    if entry.readingOverlap != nil { return nil }
    var after = entry
    applyDates(to: &after, since: base, fillsGaps: false)
    if let readings { after.readings = after.readings.changed(from: entry.readings, to: readings) }
    return after.readingOverlap
  }

  /// Whether the changed dates are those of another reading than the one that has ended: the book is to be
  /// read, or is being read, and they are later.
  private func areOfAnotherReading(of entry: LibraryEntry, since base: Self) -> Bool {
    guard let end = entry.finished,
      entry.standardShelf == .wantToRead || entry.standardShelf == .reading
    else { return false }
    let changed = finished == base.finished ? (started == base.started ? nil : started) : finished
    return changed.map { $0 > end } ?? false
  }

  private func applyDates(
    to entry: inout LibraryEntry, since base: Self, fillsGaps: Bool
  ) {
    let isAnother = areOfAnotherReading(of: entry, since: base)
    if isAnother { entry.archiveReading() }
    if started != base.started || fillsGaps && entry.started == nil { entry.started = started }
    if finished != base.finished || fillsGaps && entry.finished == nil { entry.finished = finished }
    if isAnother || base.finished == nil, finished != base.finished, finished != nil {
      entry.move(to: .read)
    }
  }

  /// Writes the changed fields; a new finish date moves the book to Read, and the dates of another reading
  /// make the one before an earlier one.
  ///
  /// - Parameter fillsGaps: whether to write unchanged fields that the entry does not have, too.
  func apply(to entry: inout LibraryEntry, since base: Self, fillsGaps: Bool) {
    if rating != base.rating || fillsGaps && entry.rating == nil { entry.rating = rating }
    applyDates(to: &entry, since: base, fillsGaps: fillsGaps)
    if notes != base.notes || fillsGaps && entry.notes.isEmpty { entry.notes = notes }
    if review != base.review || fillsGaps && entry.review.isEmpty { entry.review = review }
  }
}

extension LibraryEntry {
  /// The values as the form shows them.
  var draft: EntryDraft { EntryDraft(self) }

  /// The progress as a reader would type it; empty for none.
  var typedProgress: String { progress?.typed(of: book.pages) ?? "" }
}
