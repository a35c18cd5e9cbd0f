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
  /// The changed fields, except the earlier readings and the progress, that have another value in the
  /// library than before the change, and the finish date if it would be stored before the start date.
  func conflicts(with entry: LibraryEntry, since saved: Self) -> Set<Field> {
    var fields: Set<Field> = []
    if Set([started, saved.started, entry.started]).count == 3 { fields.insert(.started) }
    if Set([finished, saved.finished, entry.finished]).count == 3 { fields.insert(.finished) }
    if started != saved.started || finished != saved.finished,
      endsBeforeStart(in: entry, since: saved)
    {
      fields.insert(.finished)
    }
    if Set([rating, saved.rating, entry.rating]).count == 3 { fields.insert(.rating) }
    if Set([notes, saved.notes, entry.notes]).count == 3 { fields.insert(.notes) }
    if Set([review, saved.review, entry.review]).count == 3 { fields.insert(.review) }
    return fields
  }

  /// The dates after a save: those that were changed, and otherwise those of the library.
  func dates(
    in entry: LibraryEntry, since saved: Self
  ) -> (started: CalendarDate?, finished: CalendarDate?) {
    (
      started == saved.started ? entry.started : started,
      finished == saved.finished ? entry.finished : finished
    )
  }

  /// Whether the current reading would end before it begins after a save.
  func endsBeforeStart(in entry: LibraryEntry, since saved: Self) -> Bool {
    var entry = entry
    applyDates(to: &entry, changedFrom: saved, fills: false)
    guard let started = entry.started, let finished = entry.finished else { return false }
    return finished < started
  }

  /// Returns two readings that overlap after a save, unless some did before, such as those of a file.
  ///
  /// - Parameter readings: the typed earlier readings; nil if they were not changed.
  func overlap(
    in entry: LibraryEntry, since saved: Self, readings: [PastReading]?
  ) -> ReadingOverlap? {
    if entry.readingOverlap != nil { return nil }
    var after = entry
    applyDates(to: &after, changedFrom: saved, fills: false)
    if let readings { after.readings = after.readings.changed(from: entry.readings, to: readings) }
    return after.readingOverlap
  }

  /// Whether the changed dates are those of another reading than the one that has ended: the book is to be
  /// read, or is being read, and they are later.
  private func areOfAnotherReading(of entry: LibraryEntry, since saved: Self) -> Bool {
    guard let end = entry.finished,
      entry.standardShelf == .wantToRead || entry.standardShelf == .reading
    else { return false }
    let changed = finished == saved.finished ? (started == saved.started ? nil : started) : finished
    return changed.map { $0 > end } ?? false
  }

  private func applyDates(
    to entry: inout LibraryEntry, changedFrom saved: Self, fills: Bool
  ) {
    let isAnother = areOfAnotherReading(of: entry, since: saved)
    if isAnother { entry.fileReading() }
    if started != saved.started || fills && entry.started == nil { entry.started = started }
    if finished != saved.finished || fills && entry.finished == nil { entry.finished = finished }
    if isAnother || saved.finished == nil, finished != saved.finished, finished != nil {
      entry.shelves.subtract(Shelf.standard)
      entry.shelves.insert(.read)
    }
  }

  /// Writes the changed fields; a new finish date moves the book to Read, and the dates of another reading
  /// make the one before an earlier one.
  ///
  /// - Parameter fills: whether to write unchanged fields that the entry does not have, too.
  func apply(to entry: inout LibraryEntry, changedFrom saved: Self, fills: Bool) {
    if rating != saved.rating || fills && entry.rating == nil { entry.rating = rating }
    applyDates(to: &entry, changedFrom: saved, fills: fills)
    if notes != saved.notes || fills && entry.notes.isEmpty { entry.notes = notes }
    if review != saved.review || fills && entry.review.isEmpty { entry.review = review }
  }
}

extension LibraryEntry {
  /// The progress as a reader would type it; empty for none.
  var typedProgress: String { progress?.typed(of: book.pages) ?? "" }
}
