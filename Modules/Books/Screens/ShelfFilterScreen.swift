import Catalogue
import Core
import Services

/// The form for a shelf's filters.
final class ShelfFilterScreen: ModelScreen {
  let viewModel: ShelfFilterViewModel
  private let onApply: (ShelfFilters) -> Void

  init(_ viewModel: ShelfFilterViewModel, onApply: @escaping (ShelfFilters) -> Void) {
    self.viewModel = viewModel
    self.onApply = onApply
  }

  var content: ScreenContent {
    ScreenContent(
      title: "Filters", sections: [ContentSection("filters", .fields(fields.map(\.field)))],
      actions: actions.map(\.action))
  }

  var fields: [ScreenField] {
    let filters = viewModel.filters
    return [
      ScreenField("words", label: "Words", kind: .text, value: FieldValue(text: filters.words)) {
        [viewModel] in viewModel.filters.words = $0.text
      },
      ScreenField("author", label: "Author", kind: .text, value: FieldValue(text: filters.author)) {
        [viewModel] in viewModel.filters.author = $0.text
      },
      ScreenField(
        "rating", label: "Rating", kind: .choice(EntryFormScreen.ratings),
        value: filters.rated.map(Self.option), placeholder: "any"
      ) { [viewModel] in viewModel.filters.rated = $0.choice.map(Self.rated) },
    ]
      + years.fields(
        setFrom: { [viewModel] in viewModel.filters.fromYear = $0 },
        setTo: { [viewModel] in viewModel.filters.toYear = $0 })
      + [finishedField] + shelfField
  }

  private var finishedField: ScreenField {
    ScreenField(
      "finished", label: "Finished in year", kind: .number(1...9999),
      value: viewModel.filters.finishedYear.map { .number($0) }
    ) { [viewModel] in viewModel.filters.finishedYear = $0.number }
  }

  /// The choice of another shelf, if there is any.
  private var shelfField: [ScreenField] {
    let shelves = viewModel.shelves
    guard !shelves.isEmpty else { return [] }
    let options = shelves.map { Field.Option(Identifier($0.id.rawValue), title: $0.name) }
    return [
      ScreenField(
        "shelf", label: "Also on the shelf", kind: .choice(options),
        value: viewModel.filters.shelf.map { .choice(Identifier($0.id.rawValue)) },
        placeholder: "any"
      ) { [viewModel] value in
        viewModel.filters.shelf = value.choice.flatMap { id in
          shelves.first { $0.id.rawValue == id }
        }
      }
    ]
  }

  var actions: [ScreenAction] {
    [
      ScreenAction("apply", title: "Show books", role: .primary, disabledReason: years.problem) {
        [self] in onApply(viewModel.filters)
      },
      ScreenAction("reset", title: "Reset filters", perform: viewModel.reset),
    ]
  }

  private var years: YearFields {
    YearFields(from: viewModel.filters.fromYear, to: viewModel.filters.toYear)
  }

  private static func option(_ rated: ShelfQuery.Rated) -> FieldValue {
    switch rated {
    case .unrated: .choice("none")
    case .stars(let rating): .choice(Identifier(rating.text))
    }
  }

  private static func rated(_ option: String) -> ShelfQuery.Rated {
    Rating(option).map { .stars($0) } ?? .unrated
  }
}
