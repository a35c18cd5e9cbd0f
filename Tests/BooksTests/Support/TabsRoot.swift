import Services
import Core

/// An app that consists of one feature's tabs.
final class TabsRoot: Coordinator<Never>, AppRoot {
  let features: [Feature]
  private(set) var isLaunched = false
  var onLaunch: (() -> Void)?
  var onReturn: (() -> Void)?

  init(_ feature: Feature) {
    features = [feature]
    super.init(name: "tabs")
  }

  override var endsWhenEmpty: Bool { false }

  override func start() {
    let tabs = features[0].tabs
    for (tab, navigator) in zip(tabs, pushTabs(tabs.map { ($0.id, $0.title) })) {
      startChild(tab.make(), .on(navigator))
    }
    isLaunched = true
    onLaunch?()
  }

  func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)? {
    guard let stack = tabStack(tab) else { return nil }
    return children.lazy.compactMap { $0 as? any TabCoordinator }
      .first { $0.navigator.stack == stack }
  }

  func select(_ tab: TabItem.ID) { selectTab(tab) }
}
