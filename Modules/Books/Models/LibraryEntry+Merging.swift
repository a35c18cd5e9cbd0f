import Catalogue
import Core
extension LibraryEntry {
  /// Merges an entry of the same book in another library.
  ///
  /// Values of this entry are kept; missing values come from the other one, and the shelf is the
  /// later one in the order of reading. If both have texts, the other one's are appended to the
  /// notes, which are private. Merging the same entry twice changes nothing.
  mutating func merge(_ other: LibraryEntry) {
    book.fill(from: other.book)
    let standard = Shelf.standard.last { shelves.contains($0) || other.shelves.contains($0) }
    shelves.formUnion(other.shelves)
    shelves.subtract(Shelf.standard)
    if let standard { shelves.insert(standard) }
    rating = rating ?? other.rating
    mergeTexts(other)
    mergeDays(other)
    readings = Set(readings + other.readings).inOrder
    progress = progress ?? other.progress
    added = min(added, other.added)
  }

  private mutating func mergeTexts(_ other: LibraryEntry) {
    if review.isEmpty { review = other.review }
    let moreNotes = review == other.review ? [other.notes] : [other.notes, other.review]
    for text in moreNotes where !text.isEmpty && !notes.contains(text) {
      notes += notes.isEmpty ? text : "\n\n\(text)"
    }
  }

  private mutating func mergeDays(_ other: LibraryEntry) {
    // Dates of two readings are not mixed, because a book can't be finished before it is started.
    let (first, last) = (started ?? other.started, finished ?? other.finished)
    if let first, let last, first > last {
      if started == nil, finished == nil { (started, finished) = (first, last) }
    } else {
      (started, finished) = (first, last)
    }
    let known = Set(history.map(\.date))
    history = (history + other.history.filter { !known.contains($0.date) })
      .sorted { $0.date < $1.date }
  }
}

extension BookCopy {
  /// Fills in missing values from another copy.
  fileprivate mutating func fill(from other: BookCopy) {
    if alternativeTitle == nil, other.title != title { alternativeTitle = other.alternativeTitle }
    if authors.isEmpty { authors = other.authors }
    if subjects.isEmpty { subjects = other.subjects }
    year = year ?? other.year
    pages = pages ?? other.pages
    language = language ?? other.language
    cover = cover ?? other.cover
    isbn = isbn ?? other.isbn
    if series == nil { (series, volume) = (other.series, other.volume) }
    format = format ?? other.format
    copies = copies ?? other.copies
  }
}
