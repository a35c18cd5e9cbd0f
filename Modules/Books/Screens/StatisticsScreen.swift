import Services
import Core

/// The statistics of a year.
final class StatisticsScreen: ModelScreen {
  let viewModel: StatisticsViewModel
  private let onDetails: () async -> Void

  init(_ viewModel: StatisticsViewModel, onDetails: @escaping () async -> Void) {
    self.viewModel = viewModel
    self.onDetails = onDetails
  }

  var content: ScreenContent {
    let year = viewModel.year
    return ScreenContent(
      title: BooksText.statistics, subtitle: BooksText.year(year.year),
      status: StatisticsText.status(viewModel, empty: empty),
      notice: StatisticsText.notice(viewModel.problem)
        ?? viewModel.goalResult.map(StatisticsText.goalNotice),
      sections: viewModel.statistics.map { goal + numbers($0, year) + charts(year) } ?? [],
      actions: actions.map(\.action))
  }

  private var empty: String? {
    guard viewModel.year.isEmpty else { return nil }
    return StatisticsText.sentences(
      "You have read nothing in \(BooksText.year(viewModel.year.year)) yet.",
      "Mark a book as read, or update your progress.",
      StatisticsText.undated(viewModel.statistics?.summary.undated ?? 0))
  }

  private var goal: [ContentSection] {
    guard let goal = viewModel.goal else { return [] }
    return [
      ContentSection("goal", title: "Goal for this year", .progress(StatisticsText.goal(goal))),
      ContentSection("lead", .text(StatisticsText.lead(goal))),
    ]
  }

  private func numbers(_ statistics: ReadingStatistics, _ year: ReadingYear) -> [ContentSection] {
    let amount = StatisticsText.sentences(
      StatisticsText.amount(year) + ".",
      StatisticsText.withoutPages(year.withoutPages, of: year.total.books))
    let today = viewModel.today
    // Streaks are those of today, whatever year is shown.
    let streaks = year.year == today.year ? StatisticsText.streaks(statistics, on: today) : []
    let lines = (year.isEmpty ? [] : [amount]) + streaks
    return lines.isEmpty ? [] : [ContentSection("numbers", .text(lines.joined(separator: "\n")))]
  }

  private func charts(_ year: ReadingYear) -> [ContentSection] {
    let months = zip(StatisticsText.months, year.months).prefix(viewModel.monthCount)
    func chart(_ unit: String, _ value: KeyPath<ReadingYear.Amount, Int>) -> BarChart {
      BarChart(
        unit: unit,
        points: months.map { BarChart.Point(label: $0, value: Double($1[keyPath: value])) })
    }
    var sections: [ContentSection] = []
    if year.total.books > 0 {
      sections.append(
        ContentSection("books", title: "Finished by month", .chart(chart("books", \.books))))
    }
    if year.total.pages > 0 {
      sections.append(
        ContentSection("pages", title: "Read by month", .chart(chart("pages", \.pages))))
    }
    if !year.ratings.isEmpty {
      sections.append(
        ContentSection("ratings", title: "Ratings", .chart(StatisticsText.ratings(year.ratings))))
    }
    return sections
  }

  var actions: [ScreenAction] {
    StatisticsText.retry(viewModel) + [
      ScreenAction(
        "previous",
        title: viewModel.previousYear.map { "Show \(BooksText.year($0))" } ?? "Earlier year",
        disabledReason: viewModel.previousYear == nil
          ? "No reading recorded before this year." : nil,
        perform: viewModel.showPreviousYear),
      ScreenAction(
        "next", title: viewModel.nextYear.map { "Show \(BooksText.year($0))" } ?? "Later year",
        disabledReason: viewModel.nextYear == nil ? lastYear : nil,
        perform: viewModel.showNextYear),
      ScreenAction("details", title: "Detailed statistics", perform: onDetails),
    ] + setGoal
  }

  private var setGoal: [ScreenAction] {
    guard viewModel.canSetGoal else { return [] }
    let books = Field(
      "goal", label: "Books this year", kind: .number(viewModel.typedGoals),
      value: viewModel.goal.map { .number($0.books) }, placeholder: "0 for no goal")
    return [
      ScreenAction("goal", title: "Goal for this year", input: books) { [viewModel] in
        if let books = $0.number { await viewModel.setGoal(books) }
      }
    ]
  }

  /// Why there is no later year: a file or a wrong clock may have dates in the future.
  private var lastYear: String {
    viewModel.isLaterYear ? "No reading recorded after this year." : "This is the current year."
  }

  func appeared() -> AppearanceWork? {
    viewModel.forgetResults()
    return viewModel.load
  }
}
