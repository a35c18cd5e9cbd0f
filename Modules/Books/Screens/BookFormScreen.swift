import Catalogue
import Services
import Core

/// The form for a new book, and for editing one.
final class BookFormScreen: ModelScreen {
  let viewModel: BookFormViewModel
  private let onSave: () async -> Void

  init(_ viewModel: BookFormViewModel, onSave: @escaping () async -> Void) {
    self.viewModel = viewModel
    self.onSave = onSave
  }

  var lock: Lock? { viewModel.isChanged ? .unsavedForm : nil }

  var content: ScreenContent {
    ScreenContent(
      title: viewModel.isCorrection ? "Edit book" : "Add a book",
      notice: viewModel.storageProblem.map { Notice($0.description, tone: .problem) }
        ?? (viewModel.isRemoved ? BooksText.removedElsewhere : nil),
      sections: [
        ContentSection("book", .fields(fields.map(\.field)))
      ],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    titleFields + detailFields + copyFields
  }

  private var titleFields: [ScreenField] {
    let draft = viewModel.draft
    return [
      ScreenField(
        "title", label: "Title", kind: .text, value: FieldValue(text: draft.title),
        problem: problem(.title)
      ) { [viewModel] in viewModel.draft.title = $0.text },
      ScreenField(
        "other-title", label: "Other title", kind: .text,
        value: FieldValue(text: draft.alternativeTitle), problem: problem(.alternativeTitle)
      ) { [viewModel] in viewModel.draft.alternativeTitle = $0.text },
      ScreenField(
        "authors", label: "Authors", kind: .longText, value: FieldValue(text: draft.authors),
        placeholder: #"separated by commas; "Solo, Han" is one name"#, problem: problem(.authors)
      ) { [viewModel] in viewModel.draft.authors = $0.text },
      ScreenField(
        "series", label: "Series", kind: .text, value: FieldValue(text: draft.series),
        problem: problem(.series)
      ) { [viewModel] in viewModel.draft.series = $0.text },
      ScreenField(
        "volume", label: "Volume", kind: .text, value: FieldValue(text: draft.volume),
        placeholder: "3, 2.5 or 1-3", problem: problem(.volume)
      ) { [viewModel] in viewModel.draft.volume = $0.text },
    ]
  }

  private var detailFields: [ScreenField] {
    let draft = viewModel.draft
    return [
      ScreenField(
        "year", label: "Year", kind: .year, value: draft.year.map { .number($0) },
        placeholder: "years BC are negative", problem: problem(.year)
      ) { [viewModel] in viewModel.draft.year = $0.number },
      ScreenField(
        "pages", label: "Pages", kind: .number(1...LibraryEntry.maximumPages),
        value: draft.pages.map { .number($0) }, problem: problem(.pages)
      ) { [viewModel] in viewModel.draft.pages = $0.number },
      ScreenField(
        "language", label: "Language", kind: .choice(LanguageNames.options),
        value: draft.language.map { .choice(Identifier($0)) }, problem: problem(.language)
      ) { [viewModel] in viewModel.draft.language = $0.choice },
      ScreenField(
        "subjects", label: "Subjects", kind: .longText, value: FieldValue(text: draft.subjects),
        placeholder: "separated by commas", problem: problem(.subjects)
      ) { [viewModel] in viewModel.draft.subjects = $0.text },
      ScreenField(
        "isbn", label: "ISBN", kind: .text, value: FieldValue(text: draft.isbn),
        placeholder: "10 or 13 digits",
        problem: problem(.isbn)
      ) { [viewModel] in viewModel.draft.isbn = $0.text },
    ]
  }

  private var copyFields: [ScreenField] {
    let draft = viewModel.draft
    let copies = 0...EntryBounds.copies.upperBound
    return [
      ScreenField(
        "format", label: "Format", kind: .text, value: FieldValue(text: draft.format),
        placeholder: "hardcover, paperback, ebook, audiobook",
        problem: problem(.format)
      ) { [viewModel] in viewModel.draft.format = $0.text },
      ScreenField(
        "copies", label: "Owned copies", kind: .number(copies),
        value: draft.copies.map { .number($0) }, problem: problem(.copies)
      ) { [viewModel] in viewModel.draft.copies = $0.number },
    ]
  }

  /// What is wrong with a field, or that another window has changed it; nil for none.
  private func problem(_ field: BookFormViewModel.FieldName) -> String? {
    let problem: String? =
      switch field {
      case .title: viewModel.lacksTitle ? "A book needs a title." : nil
      case .isbn: viewModel.isbnProblem.map(BooksText.message)
      default: viewModel.nameProblems[field].map { text($0, isList: field.isList) }
      }
    if let problem { return problem }
    guard viewModel.conflicts.contains(field) else { return nil }
    return BooksText.conflict("Another window has changed this.", with: otherValue(field))
  }

  /// The library's value of a field with a conflict; nil for none.
  private func otherValue(_ field: BookFormViewModel.FieldName) -> String? {
    let other = viewModel.base
    return switch field {
    case .title: BooksText.quoted(other.title)
    case .alternativeTitle: BooksText.quoted(other.alternativeTitle)
    case .authors: BooksText.quoted(other.authors)
    case .series: BooksText.quoted(other.series)
    case .volume: BooksText.quoted(other.volume)
    case .year: other.year.map(BooksText.year)
    case .pages: other.pages.map(BooksText.number)
    case .language: other.language.map(LanguageNames.name(of:))
    case .subjects: BooksText.quoted(other.subjects)
    case .isbn: BooksText.quoted(other.isbn)
    case .format: BooksText.quoted(other.format)
    case .copies: other.copies.map(BooksText.number)
    }
  }

  private func text(_ problem: BookFormViewModel.NameProblem, isList: Bool) -> String {
    switch problem {
    case .withoutSeries: "Enter the series of this volume, too."
    case .tooMany: "Enter at most \(BooksText.number(EntryBounds.maximumNames)) names."
    case .tooLong(let maximum):
      "Enter at most \(maximum) characters\(isList ? " for each name" : "")."
    case .name: "Use visible characters only."
    }
  }

  var actions: [ScreenAction] {
    [
      ScreenAction(
        "save", title: viewModel.isCorrection ? "Save" : "Add", role: .primary, perform: onSave)
    ]
  }
}
