import Catalogue
import Core

extension BookFormViewModel.Draft {
  /// The values of a book.
  init(_ book: BookCopy) {
    self.init(
      title: book.title, alternativeTitle: book.alternativeTitle ?? "",
      authors: TypedList.typed(book.authors.map(\.name)), year: book.year, pages: book.pages,
      language: book.language, subjects: TypedList.typed(book.subjects), isbn: book.isbn ?? "",
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

  /// Returns whether the user and the library have changed a field since the base, and differently. In a field that
  /// the user has not changed this draft has the library's value, as after ``apply(to:since:)``.
  func hasConflict(
    with theirs: Self, since base: Self, in field: BookFormViewModel.FieldName
  ) -> Bool {
    theirs.differs(from: base, in: field) && differs(from: theirs, in: field)
  }

  /// Changes a book by the changed fields. The others stay as they are, perhaps changed in another
  /// window.
  func apply(to book: inout BookCopy, since base: Self) {
    if title != base.title { book.title = title }
    if alternativeTitle != base.alternativeTitle {
      book.alternativeTitle = alternativeTitle.isEmpty ? nil : alternativeTitle
    }
    if authors != base.authors {
      let known = book.authors
      // An author with an unchanged name keeps their key.
      let names = AuthorNames.list(authors, unquotes: true)
      book.authors = names.map { name in
        known.first { $0.name == name } ?? AuthorName(name: name)
      }
    }
    if year != base.year { book.year = year }
    if pages != base.pages { book.pages = pages }
    if language != base.language { book.language = language }
    if subjects != base.subjects { book.subjects = TypedList(subjects, unquotes: true).items }
    if isbn != base.isbn { book.isbn = ISBN(searching: isbn)?.digits }
    if series != base.series { book.series = EntryBounds.name(series, EntryBounds.seriesLength) }
    if volume != base.volume { book.volume = EntryBounds.name(volume, EntryBounds.volumeLength) }
    if format != base.format { book.format = EntryBounds.name(format, EntryBounds.formatLength) }
    if copies != base.copies { book.copies = EntryBounds.kept(copies, EntryBounds.copies) }
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
    since base: Self
  ) -> [BookFormViewModel.FieldName: BookFormViewModel.NameProblem] {
    var problems: [BookFormViewModel.FieldName: BookFormViewModel.NameProblem] = [:]
    for field in BookFormViewModel.FieldName.allCases {
      guard let maximum = field.maximumLength else { continue }
      let names = names(in: field, since: base)
      for name in names {
        do throws(ReadableName.Problem) {
          _ = try ReadableName(name, limit: maximum)
        } catch .tooLong {
          problems[field] = .tooLong(maximum: maximum)
        } catch {
          // Catalogues have names with invisible characters.
          let isAllowed = field.isList || error == .empty
          if !isAllowed { problems[field] = .name(error) }
        }
      }
      if names.count > EntryBounds.maximumNames { problems[field] = .tooMany }
    }
    if series.trimmed.isEmpty, !volume.trimmed.isEmpty { problems[.volume] = .withoutSeries }
    return problems
  }

  /// Returns the names in a field; none of a list that is not changed, and of a field without names.
  private func names(in field: BookFormViewModel.FieldName, since base: Self) -> [String] {
    switch field {
    case .authors where authors != base.authors: AuthorNames.list(authors, unquotes: true)
    case .subjects where subjects != base.subjects: TypedList(subjects, unquotes: true).items
    case .series: [series]
    case .volume: [volume]
    case .format: [format]
    default: []
    }
  }
}
