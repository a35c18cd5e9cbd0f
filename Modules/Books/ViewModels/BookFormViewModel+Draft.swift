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

  /// The value of a field as text.
  func value(of field: BookFormViewModel.FieldName) -> String {
    switch field {
    case .title: title
    case .alternativeTitle: alternativeTitle
    case .authors: authors
    case .series: series
    case .volume: volume
    case .year: year.map(String.init) ?? ""
    case .pages: pages.map(String.init) ?? ""
    case .language: language ?? ""
    case .subjects: subjects
    case .isbn: isbn
    case .format: format
    case .copies: copies.map(String.init) ?? ""
    }
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
