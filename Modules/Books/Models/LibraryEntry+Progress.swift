import Catalogue
import Services

// The days of readings. After a flight to the west some of them may be later than today.
extension LibraryEntry {
  /// The day on which the book was last finished, also before it is read again.
  var lastFinished: CalendarDate? { finishedDays.last }

  /// Records the progress on a day, and moves the book to the matching shelf. A book on Read stays there. One that was
  /// on neither Reading nor Read was started on that day.
  ///
  /// - Parameter pages: the number of pages of the reader's copy, or nil to keep the known one.
  mutating func record(_ progress: ReadingProgress, of pages: Int? = nil, on today: CalendarDate) {
    self.progress = progress
    if let pages { book.pages = pages }
    history.removeAll { $0.date == today }
    let place = history.firstIndex { $0.date > today } ?? history.endIndex
    history.insert(ProgressRecord(date: today, progress: progress), at: place)
    // A book that was finished before today was not started today, and when one on Reading was started isn't known.
    let isBegun = standardShelf == .reading || standardShelf == .read
    if !isBegun, started == nil, finished.map({ $0 >= today }) ?? true { started = today }
    let isComplete = progress.isComplete(of: book.pages)
    if isComplete, finished == nil { finished = today }
    if isComplete || standardShelf != .read { move(to: isComplete ? .read : .reading) }
  }

  /// Records how far the reader is on a day. A book that was finished before is read again, unless it is on Read and
  /// the progress is complete: that changes only the number of pages.
  ///
  /// - Parameters:
  ///   - pages: the number of pages of the reader's copy, or nil to keep the known one.
  ///   - wasUndated: ``wasReadWithoutDates`` before a change of the dates; nil without one.
  mutating func continueReading(
    to progress: ReadingProgress, of pages: Int?, on today: CalendarDate, wasUndated: Bool? = nil
  ) {
    let wasUndated = wasUndated ?? wasReadWithoutDates
    if isAlreadyFinished(at: progress, of: pages, wasUndated: wasUndated) {
      if let pages { book.pages = pages }
      return
    }
    if standardShelf == .read {
      if !progress.isComplete(of: pages ?? book.pages) {
        shelves.remove(.read)
        reopen(on: today, from: .read, wasUndated: wasUndated)
      }
    } else if let finished, finished < today {
      reopen(on: today, from: standardShelf, wasUndated: wasReadWithoutDates)
    }
    record(progress, of: pages, on: today)
  }

  /// Returns whether the book is on Read with a finish date or without any dates, and the progress is complete.
  ///
  /// - Parameter wasUndated: ``wasReadWithoutDates`` before a change of the dates; nil without one.
  func isAlreadyFinished(
    at progress: ReadingProgress, of pages: Int?, wasUndated: Bool? = nil
  ) -> Bool {
    // A start that the reader types is that of a new reading.
    let isUndated = (wasUndated ?? wasReadWithoutDates) && started == nil
    return standardShelf == .read && (finished != nil || isUndated)
      && progress.isComplete(of: pages ?? book.pages)
  }

  /// Removes the progress. Of a reading that has not ended also its records since the last earlier reading: they were
  /// noted by mistake.
  mutating func clearProgress() {
    progress = nil
    if finished != nil { return }
    let end = readings.last?.finished
    history.removeAll { record in end.map { record.date > $0 } ?? true }
  }

  /// Puts the book on a shelf; a standard shelf replaces the other standard shelf, a custom shelf is
  /// added. Reading and Read record the day. Reading reopens a finished book, and Read records another
  /// reading of a book that was finished before today and comes from Want to read or Reading. Want to read
  /// takes back a finish on or after today, and a start on or after today without progress: the book was marked by
  /// mistake. A reading without dates becomes an earlier one when its book leaves Read for Want to read or Reading.
  mutating func put(on shelf: Shelf, on today: CalendarDate) {
    let before = standardShelf
    if shelf.isOwn { shelves.insert(shelf.id) } else { move(to: shelf.id) }
    switch shelf.id {
    case .reading: reopen(on: today, from: before, wasUndated: wasReadWithoutDates)
    case .wantToRead where finished.map { $0 >= today } ?? false: takeBackFinish(of: today)
    case .wantToRead where started.map { $0 >= today } ?? false: takeBackStart(of: today)
    case .wantToRead where before == .read && wasReadWithoutDates: archiveUndatedReading()
    case .read:
      // A book of custom shelves only may have been finished elsewhere, such as an imported one.
      let isAgain = before == .wantToRead || before == .reading
      if isAgain { archiveReading(before: today) }
      if finished == nil { finished = today }
    default: break
    }
  }

  /// Puts a finished book back to Reading: without a finish date, and without a complete progress. The
  /// progress of a book that was not finished stays, also where its pages have become fewer.
  ///
  /// A book that was finished today was marked by mistake and keeps its start date; another one is
  /// read again from today, and the reading before becomes an earlier one, also without a date. The records of
  /// the progress stay.
  ///
  /// - Parameters:
  ///   - shelf: the standard shelf before.
  ///   - wasUndated: ``wasReadWithoutDates`` before a change of the dates.
  mutating func reopen(on today: CalendarDate, from shelf: Shelf.ID?, wasUndated: Bool) {
    let wasFinished = finished != nil || shelf == .read
    if wasFinished, wasUndated { archiveUndatedReading() }
    archiveReading(before: today)
    if wasFinished { removeFinish() }
    if started == nil { started = today }
  }

  /// Whether a book on Read was read without known dates, as in many files. What has a start, or a progress since
  /// the last reading, is a reading that has not ended, such as one whose end was marked by mistake.
  var wasReadWithoutDates: Bool {
    finished == nil && started == nil && progress?.isComplete(of: book.pages) ?? true
      && history.allSatisfy { record in readings.last?.finished.map { record.date <= $0 } ?? false }
  }

  /// Makes a reading without dates an earlier one, once.
  private mutating func archiveUndatedReading() {
    readings = Set(readings + [PastReading(finished: nil)]).inOrder
    progress = nil
  }

  /// Makes a reading that ended before today an earlier one. An end after today is that of the same reading.
  private mutating func archiveReading(before today: CalendarDate) {
    if let finished, finished < today { archiveReading() }
  }

  /// Makes a finished reading an earlier one.
  mutating func archiveReading() {
    guard let reading = finishedReading else { return }
    readings = Set(readings + [reading]).inOrder
    finished = nil
    // A later start, and the progress since then, are those of the new reading.
    if reading.started == started { (started, progress) = (nil, nil) }
  }

  /// Removes a finish on or after today with its record of the progress, and a start on or after today.
  private mutating func takeBackFinish(of today: CalendarDate) {
    removeFinish()
    let pages = book.pages
    history.removeAll { $0.date >= today && $0.progress.isComplete(of: pages) }
    takeBackStart(of: today)
  }

  /// Removes a start of today or a later day without progress. The reading before is the current one again, unless
  /// another start or a finish remains.
  private mutating func takeBackStart(of today: CalendarDate) {
    guard progress == nil, !history.contains(where: { $0.date >= today }) else { return }
    if let start = started, start >= today { started = nil }
    if started == nil, finished == nil, let last = readings.last, last.finished != nil {
      (started, finished) = (last.started, last.finished)
      readings.removeLast()
    }
  }

  /// Removes the finish date, and a complete progress.
  private mutating func removeFinish() {
    finished = nil
    if progress?.isComplete(of: book.pages) ?? false { progress = nil }
  }
}
