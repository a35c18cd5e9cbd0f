import Catalogue
import Services

extension LibraryEntry {
  /// Records the progress on a day, and moves the book to the matching shelf.
  mutating func note(_ progress: ReadingProgress, on today: CalendarDate) {
    self.progress = progress
    if let last = history.indices.last, history[last].date == today {
      history[last].progress = progress
    } else {
      history.append(ProgressRecord(date: today, progress: progress))
    }
    if started == nil { started = today }
    let isComplete = progress.isComplete(of: book.pages)
    if isComplete, finished == nil { finished = today }
    // A finished book stays on Read when it is opened again.
    if isComplete || standardShelf != .read {
      shelves.subtract(Shelf.standard)
      shelves.insert(isComplete ? .read : .reading)
    }
  }
}
