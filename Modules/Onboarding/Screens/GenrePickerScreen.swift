import Services
import Core

/// The choice of favourite genres, up to a limit.
final class GenrePickerScreen: StepScreen {
  static let step = StepName.genres
  let viewModel: ProfileViewModel
  let options: StepOptions
  private(set) weak var routing: (any OnboardingRouting)?

  init(_ viewModel: ProfileViewModel, options: StepOptions, routing: any OnboardingRouting) {
    self.viewModel = viewModel
    self.options = options
    self.routing = routing
  }

  var content: ScreenContent {
    let chosen = Set(viewModel.draft.genres)
    let count = Genre.all.count { chosen.contains($0.id) }
    return ScreenContent(
      title: OnboardingText.genres,
      subtitle: OnboardingText.chosen(count),
      notice: notice,
      sections: [
        ContentSection(
          "genres",
          .rows(
            Genre.all.map {
              Row(
                Self.genreRow.id($0.id), title: OnboardingText.title($0),
                isSelected: chosen.contains($0.id))
            }))
      ],
      actions: actions.map(\.action))
  }

  private var notice: Notice? {
    OnboardingText.message(viewModel.problems[.genres]).map { Notice($0, tone: .problem) }
      ?? storageNotice
  }

  private static let genreRow = RowKind<Genre.ID>("genre")

  func select(_ row: Row.ID) async {
    if let genre = Self.genreRow.element(of: row, in: Genre.all) { viewModel.toggle(genre.id) }
  }
}
