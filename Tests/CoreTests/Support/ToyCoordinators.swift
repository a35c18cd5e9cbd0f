import Services
import Core
import TestKit

/// The gate before the tabs.
final class WelcomeCoordinator: Coordinator<Void> {
  private let toy: Toy

  init(toy: Toy) {
    self.toy = toy
    super.init()
  }

  override func start() {
    push(
      WelcomeScreen("Welcome", actions: .named("begin", "hide")) { [weak self] action, _ in
        if action == "begin" {
          self?.toy.needsWelcome = false
          self?.finish(())
        } else {
          self?.stop()
        }
      })
  }
}

/// A tab: a list, and everything that starts from it.
final class ListCoordinator: Coordinator<Never>, PlaceCoordinator {
  let toy: Toy
  private let title: String
  private(set) var columns: (primary: Navigator, secondary: Navigator)?

  init(toy: Toy, title: String) {
    self.toy = toy
    self.title = title
    super.init(name: title.lowercased())
  }

  override func start() {
    let rows = ["a", "b", "c"].map { Row(Row.ID($0), title: $0.uppercased()) }
    let screen = ListScreen(
      title, actions: .named("sheet", "alert", "load"),
      sections: [ContentSection("items", .rows(rows))]
    ) { [weak self] in await self?.perform($0, $1) }
    columns = pushSplit()
    push(screen, on: columns?.primary)
  }

  private func perform(_ action: Action.ID, _ input: ActionInput) async {
    switch (action, input) {
    case (.select, .row(let row)): await showDetail(row)
    case ("sheet", _):
      let outcome = await run(SheetCoordinator(), .present)
      toy.journal.write("sheet \(outcome.words)")
    case ("alert", _):
      let alert = AlertCoordinator(
        title: "Sure?", message: "Really?", buttons: .named("yes", "no"))
      toy.journal.write("alert \(await run(alert, .present).words)")
    case ("load", _): push(loadingScreen())
    default: break
    }
  }

  private func showDetail(_ row: Row.ID) async {
    let detail = DetailCoordinator(item: row.rawValue)
    guard let columns else { return }
    for child in children where child.id.name == "detail" { child.stop() }
    let outcome = await run(detail, .on(columns.secondary))
    toy.journal.write("detail \(outcome.words)")
  }

  private func loadingScreen() -> LoadingScreen {
    let screen = LoadingScreen("Loading")
    screen.onAppear = { [weak screen, toy] in
      screen?.content.status = .loading(nil)
      let isThere = await toy.loading.wait()
      screen?.content.status = isThere ? .idle : .failed(message: "Cancelled.", retry: nil)
    }
    return screen
  }

  func check(_ route: Route) async -> RouteAnswer {
    await toy.checkPlace?(route)
    // As after a read of a store.
    return Task.isCancelled ? .refused(ToyRefusal.unread) : .shown
  }

  func show(_ route: Route) async -> RouteAnswer {
    toy.journal.write("show \(route.name)")
    guard route.version == 1 else { return .refused(ToyRefusal.oldRoute) }
    switch route.name {
    case "item", "other":
      push(DetailScreen(route.name), route: route)
    case "guarded":
      guard await toy.guardPlace?(self) != false else { return .refused(ToyRefusal.guarded) }
      push(DetailScreen("guarded"), route: route)
    default: return .noPage
    }
    return .shown
  }
}

/// Why the toy shows no destination.
enum ToyRefusal: RefusalReason {
  case oldRoute
  case guarded
  case unread

  var text: String {
    switch self {
    case .oldRoute: "the route has an unknown version"
    case .guarded: "the guard said no"
    case .unread: "the route can't be checked"
    }
  }
}
