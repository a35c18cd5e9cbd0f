import Catalogue
import Services

extension LibraryEntry {
  /// Notes how far the reader has come on a day, and goes to the shelf where the book belongs then.
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
    // A book that is read stays so when somebody leafs through it again.
    if isComplete || standardShelf != .read {
      shelves.subtract(Shelf.standard)
      shelves.insert(isComplete ? .read : .reading)
    }
  }
}
