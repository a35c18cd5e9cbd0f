import Catalogue
import Core

extension BookFormViewModel.Draft {
  /// The values of a book.
  init(_ book: BookCopy) {
    self.init(
      title: book.title, alternativeTitle: book.alternativeTitle ?? "",
      authors: book.authors.map(\.name).joined(separator: ", "), year: book.year,
      pages: book.pages, language: book.language,
      subjects: book.subjects.joined(separator: ", "), isbn: book.isbn ?? "",
      series: book.series ?? "", volume: book.volume ?? "", format: book.format ?? "",
      copies: book.copies)
  }

  /// Takes the value of a field.
  mutating func take(_ field: BookFormViewModel.FieldName, from other: Self) {
    switch field {
    case .title: title = other.title
    case .alternativeTitle: alternativeTitle = other.alternativeTitle
    case .authors: authors = other.authors
    case .series: series = other.series
    case .volume: volume = other.volume
    case .year: year = other.year
    case .pages: pages = other.pages
    case .language: language = other.language
    case .subjects: subjects = other.subjects
    case .isbn: isbn = other.isbn
    case .format: format = other.format
    case .copies: copies = other.copies
    }
  }

  /// Whether another draft has another value in a field.
  func differs(from other: Self, in field: BookFormViewModel.FieldName) -> Bool {
    var same = self
    same.take(field, from: other)
    return same != self
  }

  /// Changes a book by the changed fields. The others stay as they are, perhaps changed in another
  /// window. A comma in a name that the book has separates nothing.
  func apply(to book: inout BookCopy, changedFrom old: Self) {
    if title != old.title { book.title = title }
    if alternativeTitle != old.alternativeTitle {
      book.alternativeTitle = alternativeTitle.isEmpty ? nil : alternativeTitle
    }
    if authors != old.authors {
      let known = book.authors
      // An author with an unchanged name keeps their key.
      book.authors = AuthorNames.list(authors, knowing: known.map(\.name)).map { name in
        known.first { $0.name == name } ?? AuthorName(name: name)
      }
    }
    if year != old.year { book.year = year }
    if pages != old.pages { book.pages = pages }
    if language != old.language { book.language = language }
    if subjects != old.subjects {
      book.subjects = TypedList(subjects, knowing: book.subjects).items
    }
    if isbn != old.isbn { book.isbn = ISBN(searching: isbn)?.digits }
    if series != old.series { book.series = EntryBounds.name(series, EntryBounds.seriesLength) }
    if volume != old.volume { book.volume = EntryBounds.name(volume, EntryBounds.volumeLength) }
    if format != old.format { book.format = EntryBounds.name(format, EntryBounds.formatLength) }
    if copies != old.copies { book.copies = EntryBounds.kept(copies, EntryBounds.copies) }
  }

  /// The problem with the ISBN; an empty one is right.
  var isbnProblem: ISBN.Problem? {
    if isbn.trimmed.isEmpty { return nil }
    do throws(ISBN.Problem) {
      _ = try ISBN(isbn)
      return nil
    } catch { return error }
  }

  /// Returns the problems with the names; empty ones are right, and a list that is not changed stays.
  func nameProblems(
    since saved: Self, of book: BookCopy?
  ) -> [BookFormViewModel.NameField: BookFormViewModel.NameProblem] {
    var problems: [BookFormViewModel.NameField: BookFormViewModel.NameProblem] = [:]
    for field in BookFormViewModel.NameField.allCases {
      let names: [String] =
        switch field {
        case .authors:
          authors == saved.authors
            ? [] : AuthorNames.list(authors, knowing: book?.authors.map(\.name) ?? [])
        case .subjects:
          subjects == saved.subjects
            ? [] : TypedList(subjects, knowing: book?.subjects ?? []).items
        case .series: [series]
        case .volume: [volume]
        case .format: [format]
        }
      for name in names {
        do throws(ReadableName.Problem) {
          _ = try ReadableName(name, limit: field.maximumLength)
        } catch {
          // Catalogues have names with invisible characters.
          let isAllowed = field.isList ? error != .tooLong : error == .empty
          if !isAllowed { problems[field] = .name(error) }
        }
      }
      if names.count > EntryBounds.maximumNames { problems[field] = .tooMany }
    }
    if series.trimmed.isEmpty, !volume.trimmed.isEmpty { problems[.volume] = .withoutSeries }
    return problems
  }
}
