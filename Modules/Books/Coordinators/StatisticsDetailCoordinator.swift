import Catalogue
import Core

/// Shows all years in numbers, and from there the books that stand out.
///
/// Whoever starts it has seen to what it requires.
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
