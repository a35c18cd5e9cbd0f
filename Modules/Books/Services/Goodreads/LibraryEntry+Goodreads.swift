import Catalogue
import Services

extension LibraryEntry {
  /// Fills in missing values from a file.
  ///
  /// - Parameter before: the earlier row of the file, if there is one. Its values were used then,
  ///   so a missing value was removed by the reader.
  mutating func fill(from file: GoodreadsBook, before: GoodreadsBook?) {
    func isNew<Value: Equatable>(_ part: KeyPath<GoodreadsBook, Value>) -> Bool {
      before.map { $0[keyPath: part] != file[keyPath: part] } ?? true
    }
    if isNew(\.authors) { addAuthors(of: file, before: before) }
    if book.year == nil, isNew(\.year) { book.year = file.year }
    if book.pages == nil, isNew(\.pages) { book.pages = file.pages }
    if book.isbn == nil, !file.isbn.isEmpty, isNew(\.isbn) { book.isbn = file.isbn }
    if book.series == nil, isNew(\.series) {
      (book.series, book.volume) = (file.series?.name, file.series?.volume)
    }
    if book.format == nil, isNew(\.format) { book.format = file.format }
    if book.copies == nil, isNew(\.copies) { book.copies = file.copies }
    if rating == nil, isNew(\.rating) { rating = file.rating }
    if review.isEmpty, isNew(\.review) { review = file.review }
    if notes.isEmpty, isNew(\.notes) { notes = file.notes }
    let hadReadings = !readings.isEmpty
    if finished == nil, isNew(\.finished), let day = file.finished {
      fill(
        day, isOnly: !file.wasReadBefore, on: file.standardShelf, before: before?.standardShelf)
    } else if let day = file.finished, lacksReading(ending: day, of: file, before: before) {
      archiveReading()
      finished = day
    }
    // The file has no dates of earlier readings. Those of the entry are the counted ones.
    if file.wasReadBefore, before?.wasReadBefore != true, !hadReadings,
      file.endedReadings > finishedReadings.count, finished != nil || standardShelf != .read
    {
      readings.insert(PastReading(finished: nil), at: 0)
    }
    // A row without a shelf moves no book of custom shelves.
    if standardShelf == nil, file.namesShelf, isNew(\.standardShelf),
      let shelf = file.standardShelf
    {
      shelves.insert(shelf)
    }
  }
}

extension LibraryEntry {
  /// Sets the finish date, unless it is of an earlier reading, as one before the start is. A book on Reading whose
  /// reading has ended in the file moves to Read with it, and so does one on Want to read if the file had it there
  /// before. Another one on Want to read keeps its shelf: the reader may want it again. On another shelf than the file's
  /// a book gets no date otherwise.
  ///
  /// - Parameters:
  ///   - isOnly: whether the file counts no other reading.
  ///   - shelf: the standard shelf in the file, or nil.
  ///   - shelfBefore: the standard shelf in the earlier row of the file, or nil.
  fileprivate mutating func fill(
    _ day: CalendarDate, isOnly: Bool, on shelf: Shelf.ID?, before shelfBefore: Shelf.ID?
  ) {
    if readings.contains(where: { $0.finished == day }) { return }
    if let started, started > day {
      // The file's only reading is the undated one of the entry, or one of those with another day.
      if isOnly, !readings.isEmpty {
        guard let undated = readings.firstIndex(of: PastReading(finished: nil)) else { return }
        readings.remove(at: undated)
      }
      return readings = (readings + [PastReading(finished: day)]).inOrder
    }
    if let own = standardShelf, own != .read, own != shelf {
      guard shelf == .read, shelfBefore != .read else { return }
      if own == .reading || own == shelfBefore { move(to: .read) }
    }
    finished = day
  }

  /// Returns whether the file counts a reading that neither the entry nor the earlier row has, and that has ended after
  /// theirs: the book was read again at Goodreads. The earlier row's date may be one that the reader has edited.
  fileprivate func lacksReading(
    ending day: CalendarDate, of file: GoodreadsBook, before: GoodreadsBook?
  ) -> Bool {
    guard let finished, day > finished, day > before?.finished ?? finished,
      !finishedDays.contains(day)
    else { return false }
    return standardShelf == .read && file.standardShelf == .read
      && file.endedReadings > max(finishedReadings.count, before?.endedReadings ?? 0)
  }

  /// Adds the authors after those of the entry.
  fileprivate mutating func addAuthors(of file: GoodreadsBook, before: GoodreadsBook?) {
    let names = book.authors.map { FoldedText($0.name).bytes }
    guard file.authors.map({ FoldedText($0).bytes }).starts(with: names) else { return }
    book.authors += file.authors.dropFirst(names.count)
      .filter { before?.authors.contains($0) != true }.map { AuthorName(name: $0) }
  }
}
