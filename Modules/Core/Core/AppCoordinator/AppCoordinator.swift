import Services

/// The app's first coordinator: runs the gates of all features, then shows their tabs.
///
/// It knows features only as values, and works with any of them, or none. Each session makes its own
/// and starts it at the launch.
public final class AppCoordinator: Coordinator<Never> {
  /// The features, in the order of their tabs.
  public let features: [Feature]
  /// Whether the gates are passed and the tabs are there.
  public private(set) var isLaunched = false
  /// Called each time the tabs are shown: at the launch, and after a user has left.
  var onLaunch: (() -> Void)?

  /// Called when a user whose session had expired has signed in again.
  var onReturn: (() -> Void)?

  /// The number of starts, also after a sign-out: what belongs to an older start goes on
  /// no more.
  private var beginnings = 0

  /// Creates the coordinator.
  init(features: [Feature]) {
    self.features = features
    super.init(name: "app")
  }

  /// It ends only by being stopped.
  public override var endsWhenEmpty: Bool { false }

  /// Begins with what the features must know, then with the first gate that is needed.
  public override func start() {
    context.owner.add(self)
    begin { [weak self] in self?.passGates() }
  }

  private func begin(then next: @escaping () -> Void) {
    beginnings += 1
    let preparations = features.compactMap(\.identify) + features.compactMap(\.prepare)
    guard !preparations.isEmpty else { return next() }
    perform("prepare") { [weak self, beginnings] in
      for prepare in preparations {
        await prepare()
        // The user left meanwhile, and the app has started again.
        guard self?.beginnings == beginnings else { return }
      }
      next()
    }
  }

  private func passGates() {
    passGates(features.flatMap(\.gates)[...])
  }

  /// Goes on with the first gate that is needed. One that is left without being passed is asked
  /// again at the next launch.
  private func passGates(_ gates: ArraySlice<LaunchGate>) {
    guard isRunning else { return }
    guard let index = gates.firstIndex(where: { $0.isNeeded() }) else { return showTabs() }
    // On the app's own stack: what comes after a gate is not what was there before it.
    startChild(gates[index].make(), .on(navigator)) { [weak self, beginnings] _ in
      guard let self, self.beginnings == beginnings else { return }
      passGates(gates[(index + 1)...])
    }
  }

  private func showTabs() {
    let items = tabs
    let navigators = pushTabs(items.map { ($0.id, $0.title) })
    for (item, navigator) in zip(items, navigators) {
      startChild(item.make(), .on(navigator))
    }
    isLaunched = true
    onLaunch?()
    for feature in features {
      guard let work = feature.launched else { continue }
      performInBackground("\(feature.id) launched") { await work() }
    }
  }

  /// The tabs of all features. Of two of one name only one could be reached, so the first one is there.
  private var tabs: [TabItem] {
    var names: Set<TabItem.ID> = []
    return features.flatMap(\.tabs).filter { tab in
      if names.insert(tab.id).inserted { return true }
      context.logger.log(.error, "two tabs have the name “\(tab.id)”; the first one is shown")
      return false
    }
  }

  /// The coordinator of a tab, or nil for a tab that is not there.
  package func tabCoordinator(_ tab: TabItem.ID) -> (any TabCoordinator)? {
    guard let stack = tabStack(tab) else { return nil }
    return children.lazy.compactMap { $0 as? any TabCoordinator }
      .first { $0.navigator.stack == stack }
  }

  /// Makes a tab the visible one.
  package func select(_ tab: TabItem.ID) {
    selectTab(tab)
  }
}

extension AppCoordinator: OwnerObserver {
  /// Goes on where the guest was: the visible tab keeps its screens, which appear again to read what the
  /// new owner has, at once or when they are uncovered. The other tabs restart for the new owner. One with
  /// a locked screen asks first, and stays when the user keeps it.
  public func ownerSignedIn() async {
    let beginning = beginnings
    for feature in features { await feature.prepare?() }
    guard isRunning, isLaunched, beginnings == beginning else { return }
    var locked: [TabItem] = []
    for item in tabs where item.id != selectedTab {
      guard let old = tabCoordinator(item.id) else { continue }
      if hasLock(in: [old]) {
        locked.append(item)
      } else {
        let navigator = old.navigator
        old.stop()
        startChild(item.make(), .on(navigator))
      }
    }
    started.navigation.refreshScreens()
    guard !locked.isEmpty else { return }
    // Work of its own: the sign-in does not wait for the answers.
    perform("ask the forms of a guest") { [weak self] in
      for item in locked {
        guard let self, beginnings == beginning, !Task.isCancelled else { return }
        guard let old = tabCoordinator(item.id) else { continue }
        let navigator = old.navigator
        guard await leave([old]), beginnings == beginning else { continue }
        startChild(item.make(), .on(navigator))
      }
    }
  }

  /// Ends everything that is open, without asking locks, and starts again as at a launch.
  public func ownerLeft(hasExpired: Bool) {
    guard isRunning else { return }
    isLaunched = false
    beginnings += 1
    clear()
    begin { [weak self] in
      guard let self else { return }
      passGates()
      guard hasExpired, let returning = features.lazy.compactMap(\.makeSignInAgain).first else { return }
      startChild(returning(), .present) { [weak self] outcome in
        if outcome.value != nil { self?.onReturn?() }
      }
    }
  }
}
