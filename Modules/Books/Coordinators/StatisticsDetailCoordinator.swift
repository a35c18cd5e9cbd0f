import Catalogue
import Core

/// Shows the statistics of all years, and from there notable books.
///
/// The caller has checked its requirement.
final class StatisticsDetailCoordinator: Coordinator<Never> {
  private let services: BooksServices

  init(services: BooksServices) {
    self.services = services
    super.init()
  }

  override func start() {
    push(
      StatisticsDetailScreen(
        StatisticsViewModel(services: services),
        onEntry: { [weak self] in self?.showBook($0) }),
      route: BooksPlace.detailedStatistics.route)
  }

  private func showBook(_ id: LibraryEntry.ID) {
    startChild(BookCoordinator(.entry(id), services: services))
  }
}
