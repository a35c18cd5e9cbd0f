/// What the app's first coordinator must be able to say, so that a session can open links and
/// restore places.
@MainActor public protocol AppRoot: Coordinator<Never> {
  /// The features, in the order of their tabs.
  var features: [Feature] { get }
  /// Whether the gates are passed and the tabs are there.
  var isLaunched: Bool { get }
  /// Called each time the tabs are shown: at the launch, and after a user has left.
  var onLaunch: (() -> Void)? { get set }
  /// Called when a user whose session had expired has signed in again.
  var onReturn: (() -> Void)? { get set }
  /// The coordinator of a tab, or nil for a tab that is not there.
  func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)?
  /// Makes a tab the visible one.
  func select(_ tab: TabItem.ID)
}
