import Catalogue
import Core
import Services
import Observation

/// The form for a new book, and for editing a book's details.
@MainActor @Observable final class BookFormViewModel {
  /// The purpose of the form.
  enum Mode {
    case add
    case correct(LibraryEntry)
  }

  /// A problem with a field.
  enum Problem: Hashable {
    case missing
  }

  /// A field for a name or several.
  enum NameField: CaseIterable {
    case authors, subjects, series, volume, format

    /// Whether the field has several names.
    var isList: Bool { self == .authors || self == .subjects }

    /// The maximum number of characters of a name.
    var maximumLength: Int {
      switch self {
      case .authors, .subjects: FieldKind.maximumTextLength
      case .series: EntryBounds.seriesLength
      case .volume: EntryBounds.volumeLength
      case .format: EntryBounds.formatLength
      }
    }
  }

  /// A problem with a field for a name.
  enum NameProblem: Hashable {
    case name(ReadableName.Problem)
    /// More than ``EntryBounds/maximumNames``.
    case tooMany
    /// A volume without a series.
    case withoutSeries
  }

  /// The input.
  struct Draft: Hashable {
    var title = ""
    var alternativeTitle = ""
    var authors = ""
    var year: Int?
    var pages: Int?
    var language: String?
    var subjects = ""
    var isbn = ""
    var series = ""
    var volume = ""
    var format = ""
    var copies: Int?
  }

  let isCorrection: Bool
  var draft: Draft {
    didSet {
      if titleProblem != nil { titleProblem = draft.title.isEmpty ? .missing : nil }
      if isbnProblem != nil { isbnProblem = draft.isbnProblem }
      if !nameProblems.isEmpty { nameProblems = draft.nameProblems(since: saved, of: known) }
    }
  }
  private(set) var titleProblem: Problem?
  private(set) var isbnProblem: ISBN.Problem?
  private(set) var nameProblems: [NameField: NameProblem] = [:]
  private(set) var storageProblem: StorageError?

  @ObservationIgnored private let mode: Mode
  @ObservationIgnored private let saved: Draft
  @ObservationIgnored private let library: Library

  init(_ mode: Mode, services: BooksServices) {
    self.mode = mode
    library = services.library
    var draft = Draft()
    if case .correct(let entry) = mode {
      isCorrection = true
      draft = Draft(
        title: entry.book.title, alternativeTitle: entry.book.alternativeTitle ?? "",
        authors: entry.book.authors.map(\.name).joined(separator: ", "), year: entry.book.year,
        pages: entry.book.pages, language: entry.book.language,
        subjects: entry.book.subjects.joined(separator: ", "), isbn: entry.book.isbn ?? "",
        series: entry.book.series ?? "", volume: entry.book.volume ?? "",
        format: entry.book.format ?? "", copies: entry.book.copies)
    } else {
      isCorrection = false
    }
    self.draft = draft
    saved = draft
  }

  var isChanged: Bool { draft != saved }

  /// The book that is edited, or nil.
  private var known: BookCopy? { if case .correct(let entry) = mode { entry.book } else { nil } }

  /// Saves the book, or shows what is missing or wrong.
  func save() async -> LibraryEntry? {
    titleProblem = draft.title.isEmpty ? .missing : nil
    // A kept number may be printed with a wrong digit.
    isbnProblem = draft.isbn == saved.isbn ? nil : draft.isbnProblem
    nameProblems = draft.nameProblems(since: saved, of: known)
    guard titleProblem == nil, isbnProblem == nil, nameProblems.isEmpty else { return nil }
    do throws(StorageError) {
      switch mode {
      case .add:
        var book = BookCopy(title: draft.title)
        draft.apply(to: &book, changedFrom: saved)
        return try await library.put(library.newEntry(book, nil), on: .wantToRead)
      case .correct(let entry):
        let (draft, saved) = (draft, saved)
        return try await library.change(entry, as: .edited) {
          draft.apply(to: &$0.book, changedFrom: saved)
        }
      }
    } catch {
      storageProblem = error
      return nil
    }
  }
}

extension BookFormViewModel.Draft {
  /// Changes a book by the changed fields. The others stay as they are, perhaps changed in another
  /// window. A comma in a name that the book has separates nothing.
  fileprivate func apply(to book: inout BookCopy, changedFrom old: Self) {
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
  fileprivate var isbnProblem: ISBN.Problem? {
    if isbn.trimmed.isEmpty { return nil }
    do throws(ISBN.Problem) {
      _ = try ISBN(isbn)
      return nil
    } catch { return error }
  }

  /// Returns the problems with the names; empty ones are right, and a list that is not changed stays.
  fileprivate func nameProblems(
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
