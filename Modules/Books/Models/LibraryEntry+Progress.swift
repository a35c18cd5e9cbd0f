import Catalogue
import Services

extension LibraryEntry {
  /// Records the progress on a day, and moves the book to the matching shelf. A book on Read stays there.
  ///
  /// - Parameter pages: the number of pages of the reader's copy, or nil to keep the known one.
  mutating func note(_ progress: ReadingProgress, of pages: Int? = nil, on today: CalendarDate) {
    self.progress = progress
    if let pages { book.pages = pages }
    if let last = history.indices.last, history[last].date == today {
      history[last].progress = progress
    } else {
      history.append(ProgressRecord(date: today, progress: progress))
    }
    if started == nil { started = today }
    let isComplete = progress.isComplete(of: book.pages)
    if isComplete, finished == nil { finished = today }
    if isComplete || standardShelf != .read {
      shelves.subtract(Shelf.standard)
      shelves.insert(isComplete ? .read : .reading)
    }
  }

  /// Records how far the reader is on a day. A book that was finished before is read again, but for a
  /// complete progress on Read.
  ///
  /// - Parameter pages: the number of pages of the reader's copy, or nil to keep the known one.
  mutating func read(to progress: ReadingProgress, of pages: Int?, on today: CalendarDate) {
    if standardShelf == .read {
      if !progress.isComplete(of: pages ?? book.pages) {
        shelves.remove(.read)
        reopen(on: today)
      }
    } else if let finished, finished < today {
      reopen(on: today)
    }
    note(progress, of: pages, on: today)
  }

  /// Puts the book on a shelf; a standard shelf replaces the other standard shelf, a custom shelf is
  /// added. Reading and Read record the day; Reading reopens a finished book, and Want to read one that
  /// was finished today: it was marked by mistake.
  mutating func put(on shelf: Shelf, on today: CalendarDate) {
    if !shelf.isOwn { shelves.subtract(Shelf.standard) }
    shelves.insert(shelf.id)
    if shelf.id == .reading { reopen(on: today) }
    if shelf.id == .wantToRead, finished == today { removeFinish() }
    if shelf.id == .read, finished == nil { finished = today }
  }

  /// Puts a finished book back to Reading: without a finish date, and without a complete progress.
  ///
  /// A book that was finished today was marked by mistake and keeps its start date; another one is
  /// read again from today, and the reading before becomes an earlier one. The records of the
  /// progress stay.
  mutating func reopen(on today: CalendarDate) {
    if let reading = finishedReading, reading.finished != today {
      readings = Set(readings + [reading]).inOrder
      // A later start is that of the new reading.
      if reading.started == started { started = nil }
    }
    removeFinish()
    if started == nil { started = today }
  }

  /// Removes the finish date, and a complete progress.
  private mutating func removeFinish() {
    finished = nil
    if progress?.isComplete(of: book.pages) ?? false { progress = nil }
  }
}
