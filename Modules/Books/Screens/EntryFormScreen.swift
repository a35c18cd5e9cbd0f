import Services
import Core

/// The form for what a reader made of a book.
final class EntryFormScreen: Screen {
  private let viewModel: EntryFormViewModel
  private let onSave: () async -> Void

  init(_ viewModel: EntryFormViewModel, onSave: @escaping () async -> Void) {
    self.viewModel = viewModel
    self.onSave = onSave
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    let draft = viewModel.draft
    return ScreenContent(
      title: "Notes on \(viewModel.title)",
      notice: viewModel.problem.map(BooksText.notice),
      sections: [
        ContentSection(
          "entry",
          .fields([
            Field(
              "rating", label: "Rating", kind: .choice(Self.ratings),
              value: draft.rating.map { .choice(Identifier(String($0))) }),
            Field(
              "started", label: "Started", kind: .date, value: draft.started.map { .date($0) },
              placeholder: "2026-01-31", problem: problem(.started)),
            Field(
              "finished", label: "Finished", kind: .date, value: draft.finished.map { .date($0) },
              placeholder: "2026-01-31", problem: problem(.finished)),
            Field(
              "progress", label: "Progress", kind: .text, value: .some(text: draft.progress),
              placeholder: "120, 120/300 or 40%", problem: problem(.progress)),
            Field(
              "notes", label: "Notes to yourself", kind: .longText, value: .some(text: draft.notes)),
            Field("review", label: "Review", kind: .longText, value: .some(text: draft.review)),
          ]))
      ],
      actions: [
        Action("save", title: "Save", role: .primary)
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field(let field, let value)): fill(field, value)
    case ("save", _): await onSave()
    default: break
    }
  }

  private func fill(_ field: Field.ID, _ value: FieldValue?) {
    switch EntryFormViewModel.FieldName(rawValue: field.rawValue) {
    case .rating: viewModel.draft.rating = value.choice.flatMap { Int($0) }
    case .started: viewModel.draft.started = value.date
    case .finished: viewModel.draft.finished = value.date
    case .progress: viewModel.draft.progress = value.text
    case .notes: viewModel.draft.notes = value.text
    case .review: viewModel.draft.review = value.text
    case nil: break
    }
  }

  private func problem(_ field: EntryFormViewModel.FieldName) -> String? {
    switch viewModel.problems[field] {
    case nil: nil
    case .progress(let problem): BooksText.message(problem)
    case .finishedBeforeStarted: "The finish date is before the start date."
    case .inTheFuture: "This date is in the future."
    }
  }

  /// The ratings as choices.
  static let ratings =
    [Field.Option("none", title: "No rating")]
    + (1...5).map { Field.Option(Identifier(String($0)), title: BooksText.stars($0)) }
}
