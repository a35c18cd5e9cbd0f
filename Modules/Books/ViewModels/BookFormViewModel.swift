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
  }

  let isCorrection: Bool
  var draft: Draft {
    didSet {
      if titleProblem != nil { titleProblem = draft.title.isEmpty ? .missing : nil }
      if isbnProblem != nil { isbnProblem = draft.isbnProblem }
    }
  }
  private(set) var titleProblem: Problem?
  private(set) var isbnProblem: ISBN.Problem?
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
        subjects: entry.book.subjects.joined(separator: ", "), isbn: entry.book.isbn ?? "")
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
    guard titleProblem == nil, isbnProblem == nil else { return nil }
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
    let names = Self.list(authors)
    return BookCopy(
      title: title,
      alternativeTitle: alternativeTitle.isEmpty ? nil : alternativeTitle,
      // An author with an unchanged name keeps their key.
      authors: names.map { name in
        old?.authors.first { $0.name == name } ?? AuthorName(name: name)
      },
      year: year, pages: pages, language: language, cover: old?.cover,
      subjects: Self.list(subjects), isbn: ISBN(searching: isbn)?.digits)
  }

  /// What is wrong with the ISBN; an empty one is right.
  fileprivate var isbnProblem: ISBN.Problem? {
    if isbn.trimmed.isEmpty { return nil }
    do throws(ISBN.Problem) {
      _ = try ISBN(isbn)
      return nil
    } catch { return error }
  }

  fileprivate static func list(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0).trimmed }.filter { !$0.isEmpty }
  }
}
