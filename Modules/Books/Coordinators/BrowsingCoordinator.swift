import Catalogue
import Services
import Core

/// The base of the feature's tabs: lists in the first column of a split, which lead to books and authors in the
/// second column.
class BrowsingCoordinator: Coordinator<Never>, PlaceCoordinator {
  let services: BooksServices
  /// The columns of the split; nil if it was refused, as for a link that was given up.
  private var columns: (primary: Navigator, secondary: Navigator)?
  private(set) var root: NavigationTree.EntryID?
  /// Tells the tab's lists which book is shown beside them.
  let secondColumn = SecondColumn()

  init(services: BooksServices, name: String) {
    self.services = services
    super.init(name: name)
  }

  /// Creates the tab's first screen.
  func makeRoot() -> any Screen {
    preconditionFailure("\(type(of: self)) makes no first screen")
  }

  override func start() {
    columns = pushSplit()
    root = push(makeRoot(), on: columns?.primary)
  }

  func show(_ route: Route) async -> RouteAnswer {
    do throws(StorageError) { return try await showPlace(route) } catch {
      return .refused(PlaceRefusal.storage(error))
    }
  }

  private func showPlace(_ route: Route) async throws(StorageError) -> RouteAnswer {
    switch BooksPlace(route) {
    case .book(let reference): restoreBook(.catalogue(reference))
    case .entry(let id):
      guard let entry = try await services.library.entry(id) else {
        return .refused(PlaceRefusal.noEntry)
      }
      restoreBook(.entry(entry.id))
    case .author(let key): restore(AuthorCoordinator(key, services: services))
    case .subject(let name):
      guard isDeep else {
        showSubject(name)
        break
      }
      restore(
        SubjectCoordinator(name, services: services) { [weak self] in
          self?.restoreBook(.listed($0))
        })
    case .shelf, .search, .detailedStatistics, nil:
      return .noPage
    }
    return .shown
  }

  /// Whether the second column has a screen, on top of which the next one is pushed.
  var isDeep: Bool {
    columns.map { !$0.secondary.entries.isEmpty } ?? false
  }

  func restoreBook(_ source: BookDetailViewModel.Source) {
    let book = BookCoordinator(source, services: services)
    if isDeep { restore(book) } else { startDetail(book, showing: source) }
  }

  /// Restores a screen on top of those restored before it.
  func restore<Value>(
    _ child: Coordinator<Value>, onEnd: ((Outcome<Value>) -> Void)? = nil
  ) {
    startChild(child, columns.map { .on($0.secondary) } ?? .push, onEnd: onEnd)
  }

  // MARK: On to other places

  func showBook(_ source: BookDetailViewModel.Source) {
    startDetail(BookCoordinator(source, services: services), showing: source)
  }

  func showSubject(_ name: String) {
    startList(
      SubjectCoordinator(name, services: services, beside: secondColumn) { [weak self] in
        self?.showBook(.listed($0))
      })
  }

  func addByHand(title: String = "", isbn: String = "") {
    let form = BookFormCoordinator(.add(title: title, isbn: isbn), services: services)
    startChild(form, .present) { [weak self] outcome in
      guard let self, let entry = outcome.value?.value else { return }
      let book = BookCoordinator(.entry(entry.id), services: services, wasAdded: true)
      startDetail(book, showing: .entry(entry.id))
    }
  }

  /// Shows the item selected in a list, replacing the content of the second column. A book's row is
  /// marked while the book is shown there.
  func startDetail(
    _ child: Coordinator<Never>, showing book: BookDetailViewModel.Source? = nil
  ) {
    guard let columns else { return }
    closeDetail()
    secondColumn.book = book
    startChild(child, .on(columns.secondary)) { [weak self] _ in self?.secondColumn.book = nil }
  }

  /// Closes the screens of the second column.
  func closeDetail() {
    guard let columns else { return }
    for old in children where old.navigator.stack == columns.secondary.stack { old.stop() }
  }

  func startList<Value: Sendable>(
    _ child: Coordinator<Value>, onEnd: ((Outcome<Value>) -> Void)? = nil
  ) {
    guard let columns else { return }
    startChild(child, .on(columns.primary), onEnd: onEnd)
  }
}
