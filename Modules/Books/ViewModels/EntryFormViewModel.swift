import Catalogue
import Services
import Observation

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
    /// Two readings would overlap.
    case overlap(ReadingOverlap)
    /// Another window has changed the value since the form was opened.
    case changedMeanwhile
    /// The library has another entry of the book with another value, such as the account's after a guest
    /// has signed in.
    case otherEntry

    /// Whether the library has another value, which the next save replaces.
    var isConflict: Bool { self == .changedMeanwhile || self == .otherEntry }
  }

  /// Why the form was not saved, apart from its fields.
  enum SaveProblem: Hashable {
    case storage(StorageError)
    /// A review without an account.
    case notSigned
  }

  let title: String
  var draft: EntryDraft {
    // After a refusal, each correction validates the form again. The conflicts of other fields stay.
    didSet {
      if draft.progress != oldValue.progress { typedProblem = validate().problems[.progress] }
      if problems.isEmpty { return }
      let others = problems.filter { $1.isConflict && !draft.differs(from: oldValue, in: $0) }
      problems = others.merging(validate().problems) { _, new in new }
    }
  }
  private(set) var problems: [EntryDraft.Field: Problem] = [:]
  /// The problem with the progress as typed, before the form is saved.
  private(set) var typedProblem: Problem?
  /// Why the form was not saved, apart from its fields.
  private(set) var problem: SaveProblem?

  /// Whether another window has removed the book from the library, to which the next save adds it again.
  private(set) var isRemoved = false

  /// The entry when the form was opened; after a conflict its dates and conflicting fields are the library's.
  private(set) var base: LibraryEntry

  @ObservationIgnored private let opened: OpenedEntry
  @ObservationIgnored private let library: Library

  init(_ entry: LibraryEntry, services: BooksServices) {
    library = services.library
    opened = services.library.opened(entry)
    title = entry.book.title
    base = entry
    draft = entry.draft
  }

  var isChanged: Bool { draft != base.draft }

  private var entry: LibraryEntry { opened.entry }

  /// Whether saving signs a new or changed review with the reader's name, which needs an account.
  /// Removing one needs none.
  var isSigned: Bool { !draft.review.isEmpty && draft.review != base.draft.review }

  /// The problem with a field, or nil.
  func problem(of field: EntryDraft.Field) -> Problem? {
    problems[field] ?? (field == .progress ? typedProblem : nil)
  }

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
  /// changed meanwhile, or that the account's own entry has, is replaced only if the user saves again, and
  /// an entry that another window has removed is added again only then. Dates that would be stored in the
  /// wrong order are not saved.
  /// Only the earlier readings that the user has added or removed are changed.
  ///
  /// - Returns: the saved entry; nil if it was not saved.
  func save() async -> Changed<LibraryEntry>? {
    guard check() else { return nil }
    let typed = validate()
    let edit = EntryEdit(
      base: base, draft: draft, progress: typed.progress, readings: typed.readings,
      today: library.today)
    do throws(StorageError) {
      let changed = try await library.edit(opened, restores: isRemoved) { edit.apply(to: &$0) }
      guard let (stored, conflicts) = changed.value else {
        showRemoval()
        return nil
      }
      isRemoved = false
      if conflicts.isEmpty { return Changed(value: stored, made: changed.made) }
      show(conflicts, with: stored)
    } catch { problem = .storage(error) }
    return nil
  }

  /// Shows that another window has removed the book. The next save adds it again, as it was when the form was
  /// opened, with the changed fields.
  private func showRemoval() {
    isRemoved = true
    base = entry
  }

  /// Shows the conflicts with the stored entry, and its dates in place of those that the user has not
  /// changed. The next save replaces its values.
  private func show(_ conflicts: Set<EntryDraft.Field>, with stored: LibraryEntry) {
    (draft.started, draft.finished) = draft.dates(in: stored, since: base.draft)
    (base.started, base.finished) = (stored.started, stored.finished)
    if conflicts.contains(.rating) { base.rating = stored.rating }
    if conflicts.contains(.progress) {
      (base.progress, base.book.pages) = (stored.progress, stored.book.pages)
    }
    if conflicts.contains(.notes) { base.notes = stored.notes }
    if conflicts.contains(.review) { base.review = stored.review }
    let problem: Problem = stored.id == entry.id ? .changedMeanwhile : .otherEntry
    for field in conflicts { problems[field] = problem }
    problems.merge(validate().problems) { _, new in new }
  }

  /// The typed progress and readings, if they were changed, and the problems of the fields.
  private func validate() -> (
    progress: TypedProgress?, readings: [PastReading]?, problems: [EntryDraft.Field: Problem]
  ) {
    var progress: TypedProgress?
    var readings: [PastReading]?
    var problems: [EntryDraft.Field: Problem] = [:]
    if !draft.progress.isEmpty, draft.progress != base.draft.progress {
      do throws(ReadingProgress.Problem) {
        progress = try TypedProgress(draft.progress, pages: base.book.pages)
      } catch {
        problems[.progress] = .progress(error)
      }
    }
    if draft.readings != base.draft.readings {
      do throws(TypedReadings.Problem) {
        let typed = try TypedReadings(draft.readings, today: library.today).readings
        readings = typed
        if let end = draft.finished, isTooLate(typed, before: end) {
          problems[.readings] = .notEarlier
        }
      } catch {
        problems[.readings] = .readings(error)
      }
    }
    if draft.finished != base.draft.finished, let end = draft.finished,
      isTooEarly(end, after: readings ?? base.readings, with: progress)
    {
      problems[.readings] = problems[.readings] ?? .notEarlier
    }
    // Unchanged dates may come from a file, and block no other change.
    if draft.started != base.draft.started || draft.finished != base.draft.finished {
      problems.merge(dateProblems) { _, new in new }
    }
    if problems[.started] == nil, problems[.finished] == nil, problems[.readings] == nil {
      problems.merge(overlap(with: readings)) { _, new in new }
    }
    return (progress, readings, problems)
  }

  /// Whether an added reading ended with the current one, or after it if the book is on Read.
  private func isTooLate(_ typed: [PastReading], before end: CalendarDate) -> Bool {
    Set(typed).subtracting(base.readings).compactMap(\.finished).contains {
      $0 == end || $0 > end && base.standardShelf == .read
    }
  }

  /// Whether an earlier reading ended on the finish date, and would count twice, or after it if the book is on Read
  /// once the dates and the progress are saved.
  private func isTooEarly(
    _ end: CalendarDate, after readings: [PastReading], with progress: TypedProgress?
  ) -> Bool {
    var saved = base
    let edit = EntryEdit(
      base: base, draft: draft, progress: progress, readings: nil, today: library.today)
    _ = edit.apply(to: &saved)
    let isLast = saved.standardShelf == .read
    return readings.compactMap(\.finished).contains { $0 == end || isLast && $0 > end }
  }

  /// The problems with the dates of the current reading.
  private var dateProblems: [EntryDraft.Field: Problem] {
    var problems: [EntryDraft.Field: Problem] = [:]
    if let started = draft.started, started > library.today { problems[.started] = .inTheFuture }
    if let finished = draft.finished, finished > library.today {
      problems[.finished] = .inTheFuture
    } else if draft.endsBeforeStart(in: base, since: base.draft) {
      problems[.finished] = .finishedBeforeStarted
    }
    return problems
  }

  /// The problem of a changed field with which two readings would overlap.
  ///
  /// - Parameter readings: the typed earlier readings; nil if they were not changed.
  private func overlap(with readings: [PastReading]?) -> [EntryDraft.Field: Problem] {
    guard let overlap = draft.overlap(in: base, since: base.draft, readings: readings) else {
      return [:]
    }
    let date = draft.started == base.draft.started ? EntryDraft.Field.finished : .started
    let field = readings == nil ? date : .readings
    return [field: .overlap(overlap)]
  }
}
