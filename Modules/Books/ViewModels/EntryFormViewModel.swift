import Catalogue
import Services
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
    // Once a save was refused, what is wrong is said again with every correction.
    didSet { if !problems.isEmpty { problems = validate().problems } }
  }
  private(set) var problems: [FieldName: Problem] = [:]
  /// Why the form was not saved, where no field is to blame.
  private(set) var problem: BookDetailViewModel.Problem?

  @ObservationIgnored private let entry: LibraryEntry
  @ObservationIgnored private let saved: Draft
  @ObservationIgnored private let library: Library

  init(_ entry: LibraryEntry, services: BooksServices) {
    self.entry = entry
    library = services.library
    title = entry.book.title
    let draft = Draft(
      rating: entry.rating, started: entry.started, finished: entry.finished,
      progress: entry.progress?.typed ?? "", notes: entry.notes, review: entry.review)
    self.draft = draft
    saved = draft
  }

  var pages: Int? { entry.book.pages }
  var isChanged: Bool { draft != saved }

  /// Whether saving would sign something for others to see: a rating or a review that is new or
  /// changed. Taking one away signs nothing.
  var isSigned: Bool {
    draft.rating != nil && draft.rating != saved.rating
      || !draft.review.isEmpty && draft.review != saved.review
  }

  /// Says field by field what is wrong.
  ///
  /// - Returns: whether everything is as it must be to be saved.
  func check() -> Bool {
    problems = validate().problems
    return problems.isEmpty
  }

  /// Reports that the form was not saved because it needs an account to sign it.
  func refuseUnsigned() {
    problem = .notSigned
  }

  /// Stores the entry, or says field by field what is wrong.
  ///
  /// - Returns: the entry as it was stored; nil when it was not.
  func save() async -> LibraryEntry? {
    problem = nil
    guard check() else { return nil }
    let (draft, saved, entry) = (draft, saved, entry)
    let progress = validate().progress
    let today = library.today
    do throws(StorageError) {
      return try await library.change(entry, as: .edited) {
        // A new entry, of a user who signed in to save the form, gets the whole form.
        let fills = $0.shelves.isEmpty
        draft.apply(to: &$0, changedFrom: saved, fills: fills)
        if draft.progress != saved.progress { $0.progress = progress }
        if fills, $0.progress == nil { $0.progress = progress ?? entry.progress }
        // The progress is noted with its day, and may move the book to Read; one change keeps
        // everything, so that one undo takes everything back.
        if let progress, progress != entry.progress { $0.note(progress, on: today) }
      }
    } catch {
      problem = .storage(error)
      return nil
    }
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
}

extension EntryFormViewModel.Draft {
  /// Writes what was changed in the form.
  ///
  /// - Parameter fills: whether to write, too, what was left as it was and the entry does not have.
  fileprivate func apply(to entry: inout LibraryEntry, changedFrom saved: Self, fills: Bool) {
    if rating != saved.rating || fills && entry.rating == nil { entry.rating = rating }
    if started != saved.started || fills && entry.started == nil { entry.started = started }
    if finished != saved.finished || fills && entry.finished == nil { entry.finished = finished }
    if notes != saved.notes || fills && entry.notes.isEmpty { entry.notes = notes }
    if review != saved.review || fills && entry.review.isEmpty { entry.review = review }
  }
}
