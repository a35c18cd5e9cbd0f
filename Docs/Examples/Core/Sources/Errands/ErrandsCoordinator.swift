import Core

/// Shows the list, and awaits the flow that makes a new errand.
final class ErrandsCoordinator: Coordinator<Never>, PlaceCoordinator {
  private let list = ErrandList()

  override func start() {
    push(ErrandsScreen(list) { [weak self] in await self?.add() })
  }

  private func add() async {
    if let errand = await run(NewErrandCoordinator(), .present).value { list.add(errand) }
  }
}

extension Feature {
  /// The errands, as the only tab of an app or beside others.
  public static var errands: Feature {
    Feature("errands", tabs: [TabItem("errands", title: "Errands") { ErrandsCoordinator() }])
  }
}
