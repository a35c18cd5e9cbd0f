import Catalogue
import Core
import Services
import Observation

/// The form for a new book, and for editing a book's details.
@MainActor @Observable final class BookFormViewModel {
  /// The purpose of the form.
  enum Mode {
    /// A new book, with a title or an ISBN to begin with.
    case add(title: String, isbn: String = "")
    /// A book of the library, with what the catalogue knows about it.
    case correct(LibraryEntry, details: BookCopy?)
  }

  /// A problem with a field for a name.
  enum NameProblem: Hashable {
    case name(ReadableName.Problem)
    /// A name with more characters than this.
    case tooLong(maximum: Int)
    /// More than ``EntryBounds/maximumNames``.
    case tooMany
    /// A volume without a series.
    case withoutSeries
  }

  /// The fields.
  enum FieldName: CaseIterable {
    case title, alternativeTitle, authors, series, volume
    case year, pages, language, subjects, isbn
    case format, copies

    /// Whether the field has several names.
    var isList: Bool { self == .authors || self == .subjects }

    /// The maximum number of characters of a name; nil for a field without names.
    var maximumLength: Int? {
      switch self {
      case .authors, .subjects: FieldKind.maximumTextLength
      case .series: EntryBounds.seriesLength
      case .volume: EntryBounds.volumeLength
      case .format: EntryBounds.formatLength
      case .title, .alternativeTitle, .year, .pages, .language, .isbn, .copies: nil
      }
    }
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
      if lacksTitle { lacksTitle = isTitleMissing }
      if draft.isbn != oldValue.isbn { isbnProblem = newISBNProblem }
      if !nameProblems.isEmpty { nameProblems = draft.nameProblems(since: base) }
      conflicts = conflicts.filter { !draft.differs(from: oldValue, in: $0) }
    }
  }
  /// Whether the form was not saved because it has no title.
  private(set) var lacksTitle = false
  private(set) var isbnProblem: ISBN.Problem?
  private(set) var nameProblems: [FieldName: NameProblem] = [:]
  private(set) var storageProblem: StorageError?
  /// The fields that another window has changed since the form was opened; the next save replaces them.
  private(set) var conflicts: Set<FieldName> = []
  /// Whether another window has removed the book from the library, to which the next save adds it again.
  private(set) var isRemoved = false
  /// The values of the library when the form was opened, or when a conflict was shown.
  private(set) var base: Draft

  /// The entry that is edited, or nil.
  @ObservationIgnored private let opened: OpenedEntry?
  /// What completes a copy that was made from a list.
  @ObservationIgnored private let details: BookCopy?
  @ObservationIgnored private let library: Library

  init(_ mode: Mode, services: BooksServices) {
    library = services.library
    var draft = Draft()
    switch mode {
    case .add(let title, let isbn):
      isCorrection = false
      (opened, details) = (nil, nil)
      (draft.title, draft.isbn) = (title, isbn)
    case .correct(let entry, let details):
      isCorrection = true
      (opened, self.details) = (services.library.opened(entry), details)
      draft = Draft(entry.book.completed(by: details))
    }
    self.draft = draft
    base = draft
  }

  var isChanged: Bool { draft != base }

  /// Saves the book, or shows what is missing or wrong. A value that another window has changed meanwhile is
  /// replaced, and a book that it has removed is added again, only if the user saves again.
  func save() async -> Changed<LibraryEntry>? {
    storageProblem = nil
    lacksTitle = isTitleMissing
    isbnProblem = newISBNProblem
    nameProblems = draft.nameProblems(since: base)
    guard !lacksTitle, isbnProblem == nil, nameProblems.isEmpty else { return nil }
    do throws(StorageError) {
      if let opened { return try await correct(opened) }
      var book = BookCopy(title: draft.title)
      draft.apply(to: &book, since: Draft())
      return try await library.put(library.newEntry(book, nil), on: .wantToRead)
    } catch {
      storageProblem = error
      return nil
    }
  }

  /// The problem with a changed ISBN. A kept number may be printed with a wrong digit.
  private var newISBNProblem: ISBN.Problem? {
    draft.isbn == base.isbn ? nil : draft.isbnProblem
  }

  /// Whether the title has nothing visible. One that is not changed may come from a file.
  private var isTitleMissing: Bool {
    if draft.title == base.title, !draft.title.isEmpty { return false }
    // Catalogues have titles with invisible characters among others.
    let signs = draft.title.unicodeScalars.filter { $0.properties.generalCategory != .format }
    do throws(ReadableName.Problem) {
      _ = try ReadableName(
        String(String.UnicodeScalarView(signs)), limit: FieldKind.maximumTextLength)
      return false
    } catch { return error == .empty || error == .invisible }
  }

  private func correct(
    _ opened: OpenedEntry
  ) async throws(StorageError) -> Changed<LibraryEntry>? {
    let (draft, base, details) = (draft, base, details)
    let changed = try await library.edit(opened, restores: isRemoved) {
      entry -> Set<FieldName> in
      let before = entry.book.completed(by: details)
      var book = before
      draft.apply(to: &book, since: base)
      let (theirs, mine) = (Draft(before), Draft(book))
      let conflicts = FieldName.allCases.filter {
        mine.hasConflict(with: theirs, since: base, in: $0)
      }
      if conflicts.isEmpty, book != before {
        // From now on the reader has removed what the copy lacks, if the form has shown it.
        if details != nil { book.isFromList = nil }
        entry.book = book
      }
      return Set(conflicts)
    }
    isRemoved = changed.value == nil
    guard let (stored, conflicts) = changed.value else {
      // The next save changes the book as it was when the form was opened.
      (self.base, self.conflicts) = (Draft(opened.entry.book.completed(by: details)), [])
      return nil
    }
    self.conflicts = conflicts
    let theirs = Draft(stored.book.completed(by: details))
    for field in conflicts { self.base.take(field, from: theirs) }
    return conflicts.isEmpty ? Changed(value: stored, made: changed.made) : nil
  }
}
