import Catalogue
import Core

/// The tab for searching.
final class SearchCoordinator: BrowsingCoordinator {
  private lazy var viewModel = SearchViewModel(
    services: services, inBackground: background, beside: secondColumn)

  init(services: BooksServices) {
    super.init(services: services, name: "search")
  }

  override func makeRoot() -> any Screen {
    SearchScreen(
      viewModel,
      SearchScreen.Requests(
        onSearch: { [weak self] in await self?.search($0) },
        onFilter: { [weak self] in await self?.filter($0) },
        onBook: { [weak self] in self?.showBook(.listed($0)) },
        onEntry: { [weak self] in self?.showBook(.entry($0)) },
        onAddByHand: { [weak self] in self?.addByHand(title: $0, isbn: $1) }))
  }

  override func show(_ route: Route) async -> RouteAnswer {
    guard case .search(let query) = BooksPlace(route) else { return await super.show(route) }
    await search(query)
    return .shown
  }

  private func filter(_ query: BookQuery) async {
    let form = SearchFilterCoordinator(query)
    if let query = await run(form, .present).value { await search(query) }
  }

  private func search(_ query: BookQuery) async {
    var former = viewModel.query
    former.order = query.order
    // Beside other results, an action would seem to change one of them.
    if query != former { closeDetail() }
    // Before the answer: a newer search may start meanwhile, and its result wins.
    saveRoute(of: query)
    await viewModel.search(query)
  }

  /// Stores the search in the route, so that a restart repeats it.
  private func saveRoute(of query: BookQuery) {
    if let root { setRoute(query.isEmpty ? nil : BooksPlace.search(query).route, of: root) }
  }
}
