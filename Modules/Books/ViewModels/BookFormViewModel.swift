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

  /// A field for a name.
  enum NameField: CaseIterable {
    case series, volume, format

    /// The maximum number of characters.
    var maximumLength: Int {
      switch self {
      case .series: EntryBounds.seriesLength
      case .volume: EntryBounds.volumeLength
      case .format: EntryBounds.formatLength
      }
    }
  }

  /// A problem with a field for a name.
  enum NameProblem: Hashable {
    case name(ReadableName.Problem)
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
      if !nameProblems.isEmpty { nameProblems = draft.nameProblems }
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

  /// Saves the book, or shows what is missing or wrong.
  func save() async -> LibraryEntry? {
    titleProblem = draft.title.isEmpty ? .missing : nil
    // A kept number may be printed with a wrong digit.
    isbnProblem = draft.isbn == saved.isbn ? nil : draft.isbnProblem
    nameProblems = draft.nameProblems
    guard titleProblem == nil, isbnProblem == nil, nameProblems.isEmpty else { return nil }
    do throws(StorageError) {
      switch mode {
      case .add:
        let entry = library.newEntry(draft.book(keeping: nil), nil)
        return try await library.put(entry, on: .wantToRead)
      case .correct(let entry):
        let draft = draft
        return try await library.change(entry, as: .edited) {
          $0.book = draft.book(keeping: $0.book)
        }
      }
    } catch {
      storageProblem = error
      return nil
    }
  }
}

extension BookFormViewModel.Draft {
  fileprivate func book(keeping old: BookCopy?) -> BookCopy {
    let names = AuthorNames.list(authors)
    return BookCopy(
      title: title,
      alternativeTitle: alternativeTitle.isEmpty ? nil : alternativeTitle,
      // An author with an unchanged name keeps their key.
      authors: names.map { name in
        old?.authors.first { $0.name == name } ?? AuthorName(name: name)
      },
      year: year, pages: pages, language: language, cover: old?.cover,
      subjects: Self.list(subjects), isbn: ISBN(searching: isbn)?.digits,
      series: EntryBounds.name(series, EntryBounds.seriesLength),
      volume: EntryBounds.name(volume, EntryBounds.volumeLength),
      format: EntryBounds.name(format, EntryBounds.formatLength),
      copies: EntryBounds.kept(copies, EntryBounds.copies))
  }

  /// What is wrong with the ISBN; an empty one is right.
  fileprivate var isbnProblem: ISBN.Problem? {
    if isbn.trimmed.isEmpty { return nil }
    do throws(ISBN.Problem) {
      _ = try ISBN(isbn)
      return nil
    } catch { return error }
  }

  /// What is wrong with the names; empty ones are right.
  fileprivate var nameProblems: [BookFormViewModel.NameField: BookFormViewModel.NameProblem] {
    var problems: [BookFormViewModel.NameField: BookFormViewModel.NameProblem] = [:]
    for field in BookFormViewModel.NameField.allCases {
      let text =
        switch field {
        case .series: series
        case .volume: volume
        case .format: format
        }
      do throws(ReadableName.Problem) {
        _ = try ReadableName(text, limit: field.maximumLength)
      } catch {
        if error != .empty { problems[field] = .name(error) }
      }
    }
    if series.trimmed.isEmpty, !volume.trimmed.isEmpty { problems[.volume] = .withoutSeries }
    return problems
  }

  fileprivate static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
