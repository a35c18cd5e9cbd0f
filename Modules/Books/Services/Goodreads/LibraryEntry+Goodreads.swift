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
    if finished == nil, isNew(\.finished), let day = file.finished,
      started.map({ $0 <= day }) ?? true
    {
      finished = day
    }
    // The reader may have removed the book from the standard shelves in the app.
    if standardShelf == nil, isNew(\.standardShelf), let shelf = file.standardShelf {
      shelves.insert(shelf)
    }
  }
}

extension LibraryEntry {
  /// Adds the authors after those of the entry.
  fileprivate mutating func addAuthors(of file: GoodreadsBook, before: GoodreadsBook?) {
    let names = book.authors.map { FoldedText($0.name).bytes }
    guard file.authors.map({ FoldedText($0).bytes }).starts(with: names) else { return }
    book.authors += file.authors.dropFirst(names.count)
      .filter { before?.authors.contains($0) != true }.map { AuthorName(name: $0) }
  }
}
