import Catalogue
import Services
import Core

/// The one form for adding a book by hand and for correcting one.
final class BookFormScreen: Screen {
  private let viewModel: BookFormViewModel
  private let onSaved: (LibraryEntry) -> Void

  init(_ viewModel: BookFormViewModel, onSaved: @escaping (LibraryEntry) -> Void) {
    self.viewModel = viewModel
    self.onSaved = onSaved
  }

  var model: AnyObject? { viewModel }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    let draft = viewModel.draft
    return ScreenContent(
      title: viewModel.isCorrection ? "Edit book" : "Add a book",
      notice: viewModel.storageProblem.map { Notice($0.description, tone: .problem) },
      sections: [
        ContentSection(
          "book",
          .fields([
            Field(
              "title", label: "Title", kind: .text, value: .some(text: draft.title),
              problem: viewModel.titleProblem == nil ? nil : "A book needs a title."),
            Field(
              "other-title", label: "Other title", kind: .text,
              value: .some(text: draft.alternativeTitle)),
            Field(
              "authors", label: "Authors", kind: .text, value: .some(text: draft.authors),
              placeholder: "separated by commas"),
            Field(
              "year", label: "Year", kind: .number(-3000...2100, fractions: false),
              value: draft.year.map { .number(Double($0)) }, placeholder: "years BC are negative"),
            Field(
              "pages", label: "Pages", kind: .number(1...100_000, fractions: false),
              value: draft.pages.map { .number(Double($0)) }),
            Field(
              "language", label: "Language", kind: .choice(LanguageNames.options),
              value: draft.language.map { .choice(Identifier($0)) }),
            Field(
              "subjects", label: "Subjects", kind: .text, value: .some(text: draft.subjects),
              placeholder: "separated by commas"),
          ]))
      ],
      actions: [Action("save", title: viewModel.isCorrection ? "Save" : "Add", role: .primary)])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field(let field, let value)): fill(field, value)
    case ("save", _): if let saved = await viewModel.save() { onSaved(saved) }
    default: break
    }
  }

  private func fill(_ field: Field.ID, _ value: FieldValue?) {
    switch field {
    case "title": viewModel.draft.title = value.text
    case "other-title": viewModel.draft.alternativeTitle = value.text
    case "authors": viewModel.draft.authors = value.text
    case "year": viewModel.draft.year = value.number
    case "pages": viewModel.draft.pages = value.number
    case "language": viewModel.draft.language = value.choice
    case "subjects": viewModel.draft.subjects = value.text
    default: break
    }
  }
}
