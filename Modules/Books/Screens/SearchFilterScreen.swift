import Catalogue
import Services
import Core
import Observation

/// The form for a search's filters.
@Observable final class SearchFilterScreen: Screen {
  private var query: BookQuery
  private let onApply: (BookQuery) -> Void

  init(_ query: BookQuery, onApply: @escaping (BookQuery) -> Void) {
    self.query = query
    self.onApply = onApply
  }

  private var isRangeBackward: Bool {
    if let from = query.fromYear, let to = query.toYear { from > to } else { false }
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Filters",
      sections: [
        ContentSection(
          "filters",
          .fields([
            Field("words", label: "Words", kind: .text, value: .some(text: query.words)),
            Field("author", label: "Author", kind: .text, value: .some(text: query.author)),
            Field("subject", label: "Subject", kind: .text, value: .some(text: query.subject)),
            Field(
              "from", label: "From year", kind: .number(-3000...2100, fractions: false),
              value: query.fromYear.map { .number(Double($0)) },
              placeholder: "years BC are negative"),
            Field(
              "to", label: "To year", kind: .number(-3000...2100, fractions: false),
              value: query.toYear.map { .number(Double($0)) },
              problem: isRangeBackward ? "“To year” is before “From year”." : nil),
            Field(
              "language", label: "Language", kind: .choice(LanguageNames.options),
              value: query.language.map { .choice(Identifier($0)) }),
          ]))
      ],
      actions: [
        Action(
          "apply", title: "Search", role: .primary,
          disabledReason: isRangeBackward ? "“To year” is before “From year”." : nil),
        Action("reset", title: "Reset filters"),
      ])
  }

  func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.fill, .field(let field, let value)): fill(field, value)
    case ("apply", _): onApply(query)
    case ("reset", _): query = BookQuery(words: query.words, order: query.order)
    default: break
    }
  }

  private func fill(_ field: Field.ID, _ value: FieldValue?) {
    switch field {
    case "words": query.words = value.text
    case "author": query.author = value.text
    case "subject": query.subject = value.text
    case "from": query.fromYear = value.number
    case "to": query.toYear = value.number
    case "language": query.language = value.choice
    default: break
    }
  }
}
