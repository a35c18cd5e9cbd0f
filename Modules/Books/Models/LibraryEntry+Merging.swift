import Catalogue
import Core

extension LibraryEntry {
  /// Merges an entry of the same book in another library.
  ///
  /// Values of this entry are kept; missing values come from the other one, and the shelf is the
  /// later one in the order of reading, but Reading for a book that was begun again after it was read.
  /// Of two readings the later one is the current one. If both have texts, the other one's are appended to
  /// the notes, which are private. Pages of an edition with another number of pages become percentages.
  /// Merging the same entry twice changes nothing.
  mutating func merge(_ other: LibraryEntry) {
    let other = other.measured(for: book.pages)
    if reference == nil { (reference, book.isFromList) = (other.reference, other.book.isFromList) }
    book.fill(from: other.book)
    let isReading = isReadAgain(after: other) || other.isReadAgain(after: self)
    let later = Shelf.standardIDs.last { shelves.contains($0) || other.shelves.contains($0) }
    let standard = isReading && later == .read ? .reading : later
    shelves.formUnion(other.shelves)
    if let standard { move(to: standard) }
    rating = rating ?? other.rating
    mergeTexts(other)
    mergeReadings(other)
    setEarlierReadings(readings + other.readings)
    added = min(added, other.added)
  }

  /// Returns the entry with its progress in percent if its book has another number of pages.
  private func measured(for pages: Int?) -> LibraryEntry {
    guard let pages, let own = book.pages, own != pages else { return self }
    var entry = self
    entry.progress = progress?.inPercent(of: own)
    entry.history = history.map { record in
      ProgressRecord(date: record.date, progress: record.progress.inPercent(of: own))
    }
    return entry
  }

  /// Sets the earlier readings, each once: one whose start is not known is left out if another one ended
  /// on its day, and one that is the current reading gives it its start.
  private mutating func setEarlierReadings(_ all: [PastReading]) {
    let unique = Set(all)
    let dated = Set(unique.filter { $0.started != nil }.map(\.finished))
    let earlier = unique.filter { $0.finished == nil || $0.finished != finished }
    readings = earlier.filter { $0.started != nil || !dated.contains($0.finished) }.inOrder
    if started == nil, let finished {
      started = unique.filter { $0.finished == finished }.compactMap(\.started).min()
    }
  }

  private mutating func mergeTexts(_ other: LibraryEntry) {
    if review.isEmpty { review = other.review }
    let moreNotes = review == other.review ? [other.notes] : [other.notes, other.review]
    // A text that is a part of another one is not the same.
    for text in moreNotes
    where !text.isEmpty && !"\n\n\(notes)\n\n".contains("\n\n\(text)\n\n") {
      notes += notes.isEmpty ? text : "\n\n\(text)"
    }
  }

  /// Returns whether the current reading has not ended, and began after the other entry's reading ended. That may have
  /// ended on an unknown day: then the book is on Read there, and on Reading here with an undated earlier reading.
  private func startedAgain(after other: LibraryEntry) -> Bool {
    guard finished == nil, let started else { return false }
    if let end = other.finished { return started > end }
    return standardShelf == .reading && other.standardShelf == .read
      && readings.contains { $0.finished == nil }
  }

  /// Returns whether the book was begun again since another entry's reading of it has ended, and is not on Read.
  private func isReadAgain(after other: LibraryEntry) -> Bool {
    standardShelf != .read && startedAgain(after: other)
  }

  private mutating func mergeReadings(_ other: LibraryEntry) {
    if other.startedAgain(after: self), let own = finishedReading {
      // The other reading is newer. The progress of this one is not that of the other.
      readings.append(own)
      (started, finished, progress) = (other.started, nil, other.progress)
    } else if startedAgain(after: other), let reading = other.finishedReading {
      // This reading is newer. The progress of the other one is not that of this one.
      readings.append(reading)
    } else if let own = finishedReading, let reading = other.finishedReading,
      let end = finished, let otherEnd = other.finished, end != otherEnd
    {
      // Both readings have ended: the later one is the current one.
      let isLater = otherEnd > end
      readings.append(isLater ? own : reading)
      if isLater { (started, finished) = (other.started, other.finished) }
      progress = progress ?? other.progress
    } else {
      // Both are one reading.
      mergeDays(other)
      progress = progress ?? other.progress
    }
    let known = Set(history.map(\.date))
    history = (history + other.history.filter { !known.contains($0.date) })
      .sorted { $0.date < $1.date }
  }

  private mutating func mergeDays(_ other: LibraryEntry) {
    // Dates of two readings are not mixed, because a book can't be finished before it is started.
    let (first, last) = (started ?? other.started, finished ?? other.finished)
    if let first, let last, first > last {
      if started == nil, finished == nil { (started, finished) = (first, last) }
    } else {
      (started, finished) = (first, last)
    }
  }
}

extension ReadingProgress {
  /// Returns the progress in percent: at least 1 if it is begun, less than 100 before the last page.
  fileprivate func inPercent(of pages: Int) -> ReadingProgress {
    guard case .page(let page) = self else { return self }
    return .percent(max(isBegun ? 1 : 0, 100 * min(max(page, 0), pages) / pages))
  }
}

extension BookCopy {
  /// Fills in missing values from another copy; an author without a key gets that of the same name.
  mutating func fill(from other: BookCopy) {
    alternativeTitle = alternativeTitle ?? otherTitle(of: other)
    if authors.isEmpty { authors = other.authors }
    for index in authors.indices where authors[index].key == nil {
      let name = authors[index].name
      authors[index].key = other.authors.first { $0.name == name }?.key
    }
    if subjects.isEmpty { subjects = other.subjects }
    if !subjects.isEmpty { isFromList = nil }
    year = year ?? other.year
    pages = pages ?? other.pages
    language = language ?? other.language
    cover = cover ?? other.cover
    isbn = isbn ?? other.isbn
    if series == nil { (series, volume) = (other.series, other.volume) }
    format = format ?? other.format
    copies = copies ?? other.copies
  }

  /// Returns what another copy is also called: its other title, or else its title, such as that of another edition. A
  /// title in another spelling, or with a subtitle or a series, is not another one.
  private func otherTitle(of other: BookCopy) -> String? {
    if title == other.title, other.alternativeTitle == nil { return nil }
    if let another = other.alternativeTitle, another != title { return another }
    let keys = [title, other.title].map(ShelfOrder.titleWords).sorted()
    return keys[0] == keys[1] || keys[1].hasPrefix(keys[0] + " ") ? nil : other.title
  }
}
