import Core
import Observation

/// The form in which a reader edits what they made of a book.
///
/// It holds what was typed, also when it is wrong, until it is saved or discarded.
@MainActor @Observable final class EntryFormViewModel {
  /// What can be wrong with a field.
  enum Problem: Hashable {
    case progress(ReadingProgress.Problem)
    case finishedBeforeStarted
    case inTheFuture
  }

  /// What is edited.
  struct Draft: Hashable {
    var rating: Int?
    var started: CalendarDate?
    var finished: CalendarDate?
    var progress: String
    var notes: String
    var review: String
  }

  /// The fields, by what they hold.
  enum FieldName: String {
    case rating, started, finished, progress, notes, review
  }

  let title: String
  var draft: Draft {
    // Once a save was refused, what is wrong is said anew with every correction.
    didSet { if !problems.isEmpty { problems = validate().problems } }
  }
  private(set) var problems: [FieldName: Problem] = [:]
  private(set) var storageProblem: StorageError?

  @ObservationIgnored private let entry: LibraryEntry
  @ObservationIgnored private let saved: Draft
  @ObservationIgnored private let library: Library

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    library = services.library
    title = entry.book.title
    let draft = Draft(
      rating: entry.rating, started: entry.started, finished: entry.finished,
      progress: entry.progress.map(Self.text) ?? "", notes: entry.notes, review: entry.review)
    self.draft = draft
    saved = draft
  }

  var pages: Int? { entry.book.pages }
  var isChanged: Bool { draft != saved }

  /// Stores the entry, or says field by field what is wrong.
  ///
  /// - Returns: the entry as it was stored; nil when it was not.
  func save() async -> LibraryEntry? {
    let (progress, found) = validate()
    problems = found
    guard problems.isEmpty else { return nil }
    do throws(StorageError) {
      // One change keeps everything, so that one undo takes everything back.
      return try await library.change(entry, as: .edited) { apply(progress, to: &$0) }
    } catch {
      storageProblem = error
      return nil
    }
  }

  /// Changes what was edited, and leaves alone what was not.
  private func apply(_ progress: ReadingProgress?, to entry: inout LibraryEntry) {
    func take<Value: Equatable>(
      _ edited: KeyPath<Draft, Value>, _ kept: WritableKeyPath<LibraryEntry, Value>
    ) {
      let value = draft[keyPath: edited]
      if value != saved[keyPath: edited] { entry[keyPath: kept] = value }
    }
    take(\.rating, \.rating)
    take(\.started, \.started)
    take(\.finished, \.finished)
    take(\.notes, \.notes)
    take(\.review, \.review)
    guard draft.progress != saved.progress else { return }
    let isNew = progress != entry.progress
    entry.progress = progress
    // The progress is noted with its day, and may move the book to Read.
    if let progress, isNew { entry = library.noting(progress, in: entry) }
  }

  /// The progress that was typed, and what is wrong with the fields.
  private func validate() -> (progress: ReadingProgress?, problems: [FieldName: Problem]) {
    var progress: ReadingProgress?
    var problems: [FieldName: Problem] = [:]
    if !draft.progress.isEmpty, draft.progress != saved.progress {
      do throws(ReadingProgress.Problem) {
        progress = try ReadingProgress(draft.progress, pages: entry.book.pages)
      } catch {
        problems[.progress] = .progress(error)
      }
    }
    if let started = draft.started, started > library.today { problems[.started] = .inTheFuture }
    if let finished = draft.finished {
      if finished > library.today {
        problems[.finished] = .inTheFuture
      } else if let started = draft.started, finished < started {
        problems[.finished] = .finishedBeforeStarted
      }
    }
    return (progress, problems)
  }

  private static func text(_ progress: ReadingProgress) -> String {
    switch progress {
    case .page(let page): String(page)
    case .percent(let percent): "\(percent)%"
    }
  }
}
