import Catalogue
import Services
import Core

/// The statistics of all years, and the books that were read.
final class StatisticsDetailScreen: ModelScreen {
  let viewModel: StatisticsViewModel
  private let onEntry: (LibraryEntry.ID) -> Void

  /// The maximum number of lines of a chart.
  private static let maximumChartRows = 10

  init(_ viewModel: StatisticsViewModel, onEntry: @escaping (LibraryEntry.ID) -> Void) {
    self.viewModel = viewModel
    self.onEntry = onEntry
  }

  var content: ScreenContent {
    let statistics = viewModel.statistics
    return ScreenContent(
      title: "Detailed statistics",
      subtitle: statistics.map { StatisticsText.books($0.summary) },
      status: StatisticsText.status(viewModel, empty: empty),
      sections: statistics.map { years($0) + averages($0.summary) + tops($0.summary) } ?? [],
      actions: actions.map(\.action))
  }

  private var empty: String? {
    guard let statistics = viewModel.statistics, statistics.summary.books == 0,
      statistics.years.isEmpty
    else { return nil }
    return "You have no books marked as read yet."
  }

  private func years(_ statistics: ReadingStatistics) -> [ContentSection] {
    let all = statistics.years.values.sorted { $0.year < $1.year }
    // As many as fit on a screen.
    let years = all.suffix(Self.maximumChartRows)
    let which = years.count < all.count ? ", the last \(years.count)" : ""
    func points(_ value: KeyPath<ReadingYear.Amount, Int>) -> [Tally.Count] {
      years.map { Tally.Count(name: BooksText.year($0.year), count: $0.total[keyPath: value]) }
    }
    return chart("years", "Finished by year\(which)", "books", points(\.books))
      + chart("pages", "Read by year\(which)", "pages", points(\.pages))
  }

  private func averages(_ summary: ReadingSummary) -> [ContentSection] {
    let lines = [
      summary.averagePages.map { pages(on: $0, summary) },
      summary.averageDays.map {
        StatisticsText.sentences(
          "You take \(StatisticsText.count($0, "day")) per book on average.",
          StatisticsText.withoutDays(summary.withoutDays))
      },
      summary.averageRating.map { "Your average rating: \(StatisticsText.count($0, "star"))." },
    ].compactMap(\.self)
    return lines.isEmpty
      ? [] : [ContentSection("averages", .text(lines.joined(separator: "\n")))]
  }

  private func pages(on average: Double, _ summary: ReadingSummary) -> String {
    StatisticsText.sentences(
      "Your books have \(StatisticsText.count(average, "page")) on average.",
      StatisticsText.withoutPages(summary.withoutPages, of: summary.books))
  }

  private func tops(_ summary: ReadingSummary) -> [ContentSection] {
    let languages = summary.languages.map {
      Tally.Count(name: LanguageNames.name(of: $0.name), count: $0.count)
    }
    var sections =
      chart("authors", "Authors", "books", summary.authors)
      + chart("subjects", "Subjects", "books", summary.subjects)
      + chart("languages", "Languages", "books", languages)
    if !summary.ratings.isEmpty {
      sections.append(
        ContentSection("ratings", title: "Ratings", .chart(StatisticsText.ratings(summary.ratings)))
      )
    }
    return sections
      + rows(.fastest, "Fastest reads", summary.fastest) {
        "\(StatisticsText.count($0, "page")) a day"
      }
      + rows(.longest, "Longest books", summary.longest) { BooksText.count(Int($0), "page") }
      + rows(.slowest, "Longest reads", summary.slowest) {
        BooksText.count(Int($0), "day")
      }
  }

  private func chart(
    _ id: Identifier<ContentSection>, _ title: String, _ unit: String, _ counts: [Tally.Count]
  ) -> [ContentSection] {
    guard counts.contains(where: { $0.count > 0 }) else { return [] }
    let points = counts.prefix(Self.maximumChartRows).map {
      BarChart.Point(label: $0.name, value: Double($0.count))
    }
    return [ContentSection(id, title: title, .chart(BarChart(unit: unit, points: points)))]
  }

  /// Outstanding books; a book may stand out in several ways, so its row's identifier has both.
  private func rows(
    _ kind: BookRow.Highlight, _ title: String, _ books: [ReadingSummary.Highlight],
    _ detail: (Double) -> String
  ) -> [ContentSection] {
    guard !books.isEmpty else { return [] }
    let rows = books.map {
      Row(kind.row.id($0.id), title: $0.title, detail: detail($0.value))
    }
    return [ContentSection(Identifier(kind.rawValue), title: title, .rows(rows))]
  }

  func appeared() -> AppearanceWork? { viewModel.load }

  var actions: [ScreenAction] { StatisticsText.retry(viewModel) }

  func select(_ row: Row.ID) async {
    let entries = BookRow.Highlight.allCases.compactMap { $0.row.value(of: row) }
    if let entry = entries.first { onEntry(entry) }
  }
}
