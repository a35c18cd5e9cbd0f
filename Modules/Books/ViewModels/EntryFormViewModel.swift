import Catalogue
import Services
import Observation
import Synchronization

/// The form for the reader's data about a book.
///
/// It keeps the input, also invalid input, until it is saved or discarded.
@MainActor @Observable final class EntryFormViewModel {
  /// A problem with a field.
  enum Problem: Hashable {
    case progress(ReadingProgress.Problem)
    case finishedBeforeStarted
    case inTheFuture
    case readings(TypedReadings.Problem)
    /// A reading that was added has not ended before the current one.
    case notEarlier
    /// Another window has changed the value since the form was opened.
    case changedMeanwhile
    /// The library has another entry of the book with another value, such as the account's after a guest
    /// has signed in.
    case otherEntry
  }

  /// The input.
  struct Draft: Hashable {
    var rating: Rating?
    var started: CalendarDate?
    var finished: CalendarDate?
    var readings: String
    var progress: String
    var notes: String
    var review: String
  }

  /// The fields.
  enum FieldName: String {
    case rating, started, finished, readings, progress, notes, review
  }

  let title: String
  var draft: Draft {
    // After a refusal, each correction validates the form again.
    didSet { if !problems.isEmpty { problems = validate().problems } }
  }
  private(set) var problems: [FieldName: Problem] = [:]
  /// Why the form was not saved, apart from its fields.
  private(set) var problem: BookDetailViewModel.Problem?

  @ObservationIgnored private let entry: LibraryEntry
  @ObservationIgnored private var saved: Draft
  /// The progress of the library when the form was opened, or when a conflict was shown.
  @ObservationIgnored private var savedProgress: ReadingProgress?
  @ObservationIgnored private let library: Library

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    library = services.library
    title = entry.book.title
    let draft = Draft(
      rating: entry.rating, started: entry.started, finished: entry.finished,
      readings: entry.readings.typed, progress: entry.typedProgress, notes: entry.notes,
      review: entry.review)
    self.draft = draft
    saved = draft
    savedProgress = entry.progress
  }

  var pages: Int? { entry.book.pages }
  var isChanged: Bool { draft != saved }

  /// Whether saving signs a new or changed review with the reader's name, which needs an account.
  /// Removing one needs none.
  var isSigned: Bool { !draft.review.isEmpty && draft.review != saved.review }

  /// Shows the problems of the fields.
  ///
  /// - Returns: whether the form can be saved.
  func check() -> Bool {
    problem = nil
    problems = validate().problems
    return problems.isEmpty
  }

  /// Shows that the form was not saved because it needs an account.
  func refuseUnsigned() {
    problem = .notSigned
  }

  /// Saves the entry, or shows the problems of its fields. A value that another window has
  /// changed meanwhile, or that the account's own entry has, is replaced only if the user saves again.
  /// Dates that would be stored in the wrong order are not saved.
  /// Only the earlier readings that the user has added or removed are changed.
  ///
  /// - Returns: the saved entry; nil if it was not saved.
  func save() async -> LibraryEntry? {
    guard check() else { return nil }
    let (draft, saved, entry, savedProgress) = (draft, saved, entry, savedProgress)
    let (typed, readings, _) = validate()
    let progress = typed?.progress
    let today = library.today
    let conflicts = Mutex<Set<FieldName>>([])
    do throws(StorageError) {
      let stored = try await library.change(entry, as: .edited) {
        // A new entry, of a user who signed in to save the form, gets all fields and the standard
        // shelf.
        let fills = $0.shelves.isEmpty
        var found = fills ? [] : draft.conflicts(with: $0, since: saved)
        if !fills, draft.progress != saved.progress,
          Set([progress, savedProgress, $0.progress]).count == 3
        {
          found.insert(.progress)
        }
        conflicts.withLock { $0 = found }
        if !found.isEmpty { return }
        if fills, let shelf = entry.standardShelf { $0.shelves = [shelf] }
        // Before the changed dates, which are those of another reading.
        let wasUndated = (fills ? entry : $0).wasReadWithoutDates
        draft.apply(to: &$0, changedFrom: saved, fills: fills)
        if fills {
          $0.readings = readings ?? entry.readings
        } else if let readings {
          $0.readings = $0.readings.changed(from: entry.readings, to: readings)
        }
        if draft.progress == saved.progress {
          if fills, $0.progress == nil { $0.progress = entry.progress }
        } else if progress == nil {
          $0.clearProgress()
        }
        if let pages = typed?.pages { $0.book.pages = pages }
        // Progress is recorded with its day, and may move the book to Read; a single change makes a
        // single undo.
        guard let progress, progress != $0.progress else { return }
        // As on the book's page, unless the form sets another finish date.
        if draft.finished == saved.finished || draft.finished == nil {
          $0.read(to: progress, of: nil, on: today, wasUndated: wasUndated)
        } else {
          $0.note(progress, on: today)
        }
      }
      let found = conflicts.withLock { $0 }
      if found.isEmpty { return stored }
      show(found, with: stored)
      return nil
    } catch {
      problem = .storage(error)
      return nil
    }
  }

  /// Shows the conflicts with the stored entry, and its dates in place of those that the user has not
  /// changed. The next save replaces its values.
  private func show(_ conflicts: Set<FieldName>, with stored: LibraryEntry) {
    (draft.started, draft.finished) = draft.dates(in: stored, since: saved)
    (saved.started, saved.finished) = (stored.started, stored.finished)
    if conflicts.contains(.rating) { saved.rating = stored.rating }
    if conflicts.contains(.progress) {
      (saved.progress, savedProgress) = (stored.typedProgress, stored.progress)
    }
    if conflicts.contains(.notes) { saved.notes = stored.notes }
    if conflicts.contains(.review) { saved.review = stored.review }
    let problem: Problem = stored.id == entry.id ? .changedMeanwhile : .otherEntry
    for field in conflicts { problems[field] = problem }
    problems.merge(validate().problems) { _, new in new }
  }

  /// The typed progress and readings, if they were changed, and the problems of the fields.
  private func validate() -> (
    progress: TypedProgress?, readings: [PastReading]?, problems: [FieldName: Problem]
  ) {
    var progress: TypedProgress?
    var readings: [PastReading]?
    var problems: [FieldName: Problem] = [:]
    if !draft.progress.isEmpty, draft.progress != saved.progress {
      do throws(ReadingProgress.Problem) {
        progress = try TypedProgress(draft.progress, pages: entry.book.pages)
      } catch {
        problems[.progress] = .progress(error)
      }
    }
    if draft.readings != saved.readings {
      do throws(TypedReadings.Problem) {
        let typed = try TypedReadings(draft.readings, today: library.today).readings
        readings = typed
        if let end = draft.finished,
          isTooLate(typed, before: end)
        {
          problems[.readings] = .notEarlier
        }
      } catch {
        problems[.readings] = .readings(error)
      }
    }
    // A day on which an earlier reading has ended would count twice.
    if draft.finished != saved.finished, let end = draft.finished,
      (readings ?? entry.readings).contains(where: { $0.finished == end })
    {
      problems[.readings] = problems[.readings] ?? .notEarlier
    }
    // Unchanged dates may come from a file, and block no other change.
    if draft.started != saved.started || draft.finished != saved.finished {
      problems.merge(dateProblems) { _, new in new }
    }
    return (progress, readings, problems)
  }

  /// Whether an added reading ended with the current one, or after it if the book is on Read.
  private func isTooLate(_ typed: [PastReading], before end: CalendarDate) -> Bool {
    Set(typed).subtracting(entry.readings).compactMap(\.finished).contains {
      $0 == end || $0 > end && entry.standardShelf == .read
    }
  }

  /// The problems with the dates of the current reading.
  private var dateProblems: [FieldName: Problem] {
    var problems: [FieldName: Problem] = [:]
    // With the dates that another window has saved since.
    var shown = entry
    (shown.started, shown.finished) = (saved.started, saved.finished)
    if let started = draft.started, started > library.today { problems[.started] = .inTheFuture }
    if let finished = draft.finished, finished > library.today {
      problems[.finished] = .inTheFuture
    } else if draft.endsBeforeStart(in: shown, since: saved) {
      problems[.finished] = .finishedBeforeStarted
    }
    return problems
  }
}
