import Catalogue
import Services
import Core

/// The form for a new book, and for editing one.
final class BookFormScreen: ModelScreen {
  let viewModel: BookFormViewModel
  private let onSaved: (LibraryEntry) -> Void

  init(_ viewModel: BookFormViewModel, onSaved: @escaping (LibraryEntry) -> Void) {
    self.viewModel = viewModel
    self.onSaved = onSaved
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: viewModel.isCorrection ? "Edit book" : "Add a book",
      notice: viewModel.storageProblem.map { Notice($0.description, tone: .problem) },
      sections: [
        ContentSection("book", .fields(fields.map(\.field)))
      ],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    let draft = viewModel.draft
    return [
      ScreenField(
        "title", label: "Title", kind: .text, value: .some(text: draft.title),
        problem: viewModel.titleProblem == nil ? nil : "A book needs a title."
      ) { [viewModel] in viewModel.draft.title = $0.text },
      ScreenField(
        "other-title", label: "Other title", kind: .text,
        value: .some(text: draft.alternativeTitle)
      ) { [viewModel] in viewModel.draft.alternativeTitle = $0.text },
      ScreenField(
        "authors", label: "Authors", kind: .text, value: .some(text: draft.authors),
        placeholder: "separated by commas"
      ) { [viewModel] in viewModel.draft.authors = $0.text },
      ScreenField(
        "year", label: "Year", kind: .number(-3000...2100, fractions: false),
        value: draft.year.map { .number(Double($0)) }, placeholder: "years BC are negative"
      ) { [viewModel] in viewModel.draft.year = $0.number },
      ScreenField(
        "pages", label: "Pages", kind: .number(1...100_000, fractions: false),
        value: draft.pages.map { .number(Double($0)) }
      ) { [viewModel] in viewModel.draft.pages = $0.number },
      ScreenField(
        "language", label: "Language", kind: .choice(LanguageNames.options),
        value: draft.language.map { .choice(Identifier($0)) }
      ) { [viewModel] in viewModel.draft.language = $0.choice },
      ScreenField(
        "subjects", label: "Subjects", kind: .text, value: .some(text: draft.subjects),
        placeholder: "separated by commas"
      ) { [viewModel] in viewModel.draft.subjects = $0.text },
      ScreenField(
        "isbn", label: "ISBN", kind: .text, value: .some(text: draft.isbn),
        placeholder: "10 or 13 digits", problem: viewModel.isbnProblem.map(BooksText.message)
      ) { [viewModel] in viewModel.draft.isbn = $0.text },
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("save", title: viewModel.isCorrection ? "Save" : "Add", role: .primary) {
        [self] in if let saved = await viewModel.save() { onSaved(saved) }
      }
    ]
  }
}
