import Services
import Core

/// The form for the reader's data about a book.
final class EntryFormScreen: ModelScreen {
  let viewModel: EntryFormViewModel
  private let needsAccount: () -> Bool
  private let onSave: () async -> Void

  /// Creates the form.
  ///
  /// - Parameter needsAccount: whether the reader has to sign in to save a review.
  init(
    _ viewModel: EntryFormViewModel, needsAccount: @escaping () -> Bool,
    onSave: @escaping () async -> Void
  ) {
    self.viewModel = viewModel
    self.needsAccount = needsAccount
    self.onSave = onSave
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: "Notes on \(viewModel.title)",
      notice: viewModel.problem.map(Self.notice)
        ?? (viewModel.isRemoved ? BooksText.removedElsewhere : nil),
      sections: [ContentSection("entry", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    let draft = viewModel.draft
    return [
      ScreenField(
        "rating", label: "Rating", kind: .choice(Self.ratings),
        value: draft.rating.map { .choice(Identifier($0.text)) }, problem: problem(.rating)
      ) { [viewModel] in viewModel.draft.rating = $0.choice.flatMap { Rating($0) } },
      ScreenField(
        "started", label: "Started", kind: .date, value: draft.started.map { .date($0) },
        placeholder: "2026-01-31", problem: problem(.started)
      ) { [viewModel] in viewModel.draft.started = $0.date },
      ScreenField(
        "finished", label: "Finished", kind: .date, value: draft.finished.map { .date($0) },
        placeholder: "2026-01-31", problem: problem(.finished)
      ) { [viewModel] in viewModel.draft.finished = $0.date },
      ScreenField(
        "readings", label: "Earlier readings", kind: .longText,
        value: FieldValue(text: draft.readings),
        placeholder: "2019-05-01 to 2019-06-02, 2023-01-09, undated", problem: problem(.readings)
      ) { [viewModel] in viewModel.draft.readings = $0.text },
      ScreenField(
        "progress", label: "Progress", kind: .text, value: FieldValue(text: draft.progress),
        placeholder: "120, 120/300 or 40%", problem: problem(.progress)
      ) { [viewModel] in viewModel.draft.progress = $0.text },
      ScreenField(
        "notes", label: "Notes to yourself", kind: .longText, value: FieldValue(text: draft.notes),
        problem: problem(.notes)
      ) { [viewModel] in viewModel.draft.notes = $0.text },
      ScreenField(
        "review", label: "Review", kind: .longText, value: FieldValue(text: draft.review),
        placeholder: needsAccount() ? "signed with your account's name; needs an account" : nil,
        problem: problem(.review)
      ) { [viewModel] in viewModel.draft.review = $0.text },
    ]
  }

  var actions: [ScreenAction] {
    [ScreenAction("save", title: "Save", role: .primary, perform: onSave)]
  }

  private static func notice(_ problem: EntryFormViewModel.SaveProblem) -> Notice {
    switch problem {
    case .storage(let error): Notice(error.description, tone: .problem)
    case .notSigned:
      Notice(
        "Not saved: a review is signed with your account's name and needs an account.",
        tone: .problem)
    }
  }

  private func problem(_ field: EntryDraft.Field) -> String? {
    let value =
      switch field {
      case .started, .finished: "date"
      case .rating: "rating"
      case .progress: "progress"
      case .readings, .notes, .review: "text"
      }
    return switch viewModel.problem(of: field) {
    case nil: nil
    case .progress(let problem): BooksText.message(problem)
    case .finishedBeforeStarted, .readings(.finishedBeforeStarted):
      "The finish date is before the start date."
    case .inTheFuture, .readings(.inTheFuture): "This date is in the future."
    case .readings(.unreadable):
      "Enter finish dates, or start and finish: 2019-05-01 to 2019-06-02, 2023-01-09. Or: undated."
    case .readings(.notADate(let text)):
      "\(BooksText.quoted(text) ?? text) can't be read as a date. Type it as 2019-05-31."
    case .readings(.severalUndated): "Only one earlier reading can be undated."
    case .notEarlier:
      "An earlier reading has to end before the finish date above."
    case .overlap(let overlap):
      "These readings overlap: \(Self.days(of: overlap.first)); \(Self.days(of: overlap.second))."
    case .changedMeanwhile:
      BooksText.conflict("Another window has changed this \(value).", with: otherValue(field))
    case .otherEntry:
      BooksText.conflict(
        "Your library has another \(value) for this book.", with: otherValue(field))
    }
  }

  /// The days of a reading, such as `2019-05-01 to 2019-06-02`; `since 2019-05-01` if it has not ended.
  private static func days(of reading: PastReading) -> String {
    if reading.finished == nil, let started = reading.started { return "since \(started)" }
    return [reading].typed
  }

  /// The library's value of a field with a conflict; nil for none.
  private func otherValue(_ field: EntryDraft.Field) -> String? {
    let other = viewModel.base.draft
    return switch field {
    case .rating: other.rating.map(BooksText.stars)
    case .started: other.started?.description
    case .finished: other.finished?.description
    case .readings: BooksText.quoted(other.readings)
    case .progress: BooksText.quoted(other.progress)
    case .notes: BooksText.quoted(other.notes)
    case .review: BooksText.quoted(other.review)
    }
  }

  /// The ratings as options.
  static let ratings =
    [Field.Option("none", title: "No rating")]
    + Rating.all.map { Field.Option(Identifier($0.text), title: BooksText.stars($0)) }
}
