public import Catalogue
import Foundation

/// The displayed values of a book in the library.
public struct BookCopy: Codable, Hashable, Sendable {
  var title: String
  /// Another title, usually the English one.
  var alternativeTitle: String?
  var authors: [AuthorName]
  /// The year of the first publication; years before the common era are negative.
  var year: Int?
  var pages: Int?
  /// The language as a MARC code.
  var language: String?
  /// The number of a cover picture in the book's catalogue.
  var cover: Int?
  /// The subjects in the catalogue.
  var subjects: [String]
  /// The thirteen digits of the ISBN.
  var isbn: String?
  /// The series, if the book is a volume of one.
  var series: String?
  /// The volume in the series, such as `3` or `2.5`.
  var volume: String?
  /// The format, such as `Paperback` or `Audiobook`.
  var format: String?
  /// The number of copies that the reader owns; nil for none.
  var copies: Int?
  /// `true` for a copy that was made from a list, before the catalogue's details were known, and that no form has
  /// changed with them since; nil for any other one.
  var isFromList: Bool?

  /// Creates a copy.
  public init(
    title: String, alternativeTitle: String? = nil, authors: [AuthorName] = [], year: Int? = nil,
    pages: Int? = nil, language: String? = nil, cover: Int? = nil, subjects: [String] = [],
    isbn: String? = nil, series: String? = nil, volume: String? = nil, format: String? = nil,
    copies: Int? = nil
  ) {
    self.title = title
    self.alternativeTitle = alternativeTitle
    self.authors = authors
    self.year = year
    self.pages = pages
    self.language = language
    self.cover = cover
    self.subjects = subjects
    self.isbn = isbn
    self.series = series
    self.volume = volume
    self.format = format
    self.copies = copies
  }

  /// Copies the values of a catalogue's book.
  init(_ book: CatalogueBook, subjects: [String] = []) {
    self.init(
      title: book.title, alternativeTitle: book.alternativeTitle, authors: book.authors,
      year: book.year, pages: book.pages, language: book.languages.first, cover: book.cover,
      subjects: subjects)
  }

  /// The name of the series, unless the title has it, as in Goodreads.
  var seriesOutsideTitle: String? { series.flatMap { title.contains($0) ? nil : $0 } }

  /// Copies the values of a list's book, which may lack what its details have.
  init(listed book: CatalogueBook) {
    self.init(book)
    isFromList = true
  }

  /// Returns the copy with what its list did not have. What another copy lacks, the reader has removed.
  func completed(by details: BookCopy?) -> BookCopy {
    guard isFromList == true, let details else { return self }
    var copy = self
    copy.fill(from: details)
    return copy
  }

  /// Takes over what an edition says; the title before becomes the other title. Pages, language and cover stay if the
  /// edition has none. The ISBN does not: it is that of another edition.
  mutating func apply(_ edition: CatalogueEdition) {
    if edition.title != title { (title, alternativeTitle) = (edition.title, title) }
    pages = EntryBounds.kept(edition.pages, BookBounds.pages) ?? pages
    language = edition.language ?? language
    cover = EntryBounds.kept(edition.cover, EntryBounds.cover) ?? cover
    isbn = edition.isbn.flatMap { ISBN(searching: $0)?.digits }
  }
}
