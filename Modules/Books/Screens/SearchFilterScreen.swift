import Catalogue
import Services
import Core

/// The form for a search's filters.
final class SearchFilterScreen: ModelScreen {
  let viewModel: SearchFilterViewModel
  private let onApply: (BookQuery) -> Void

  init(_ viewModel: SearchFilterViewModel, onApply: @escaping (BookQuery) -> Void) {
    self.viewModel = viewModel
    self.onApply = onApply
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Filters", sections: [ContentSection("filters", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    let query = viewModel.query
    return [
      ScreenField("words", label: "Words", kind: .text, value: FieldValue(text: query.words)) {
        [viewModel] in viewModel.query.words = $0.text
      },
      ScreenField("author", label: "Author", kind: .text, value: FieldValue(text: query.author)) {
        [viewModel] in viewModel.query.author = $0.text
      },
      ScreenField(
        "subject", label: "Subject", kind: .text, value: FieldValue(text: query.subject)
      ) { [viewModel] in viewModel.query.subject = $0.text },
    ]
      + years.fields(
        setFrom: { [viewModel] in viewModel.query.fromYear = $0 },
        setTo: { [viewModel] in viewModel.query.toYear = $0 })
      + [language(query)]
  }

  private func language(_ query: BookQuery) -> ScreenField {
    ScreenField(
      "language", label: "Language", kind: .choice(LanguageNames.options),
      value: query.language.map { .choice(Identifier($0)) }
    ) { [viewModel] in viewModel.query.language = $0.choice }
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("apply", title: "Search", role: .primary, disabledReason: years.problem) {
        [self] in onApply(viewModel.query)
      },
      ScreenAction("reset", title: "Reset filters", perform: viewModel.reset),
    ]
  }

  private var years: YearFields {
    YearFields(from: viewModel.query.fromYear, to: viewModel.query.toYear)
  }
}
