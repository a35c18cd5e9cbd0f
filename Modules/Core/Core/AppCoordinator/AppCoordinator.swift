import Services

/// The app's first coordinator: runs the gates of all features, then shows their tabs.
///
/// It knows features only as values, and works with any set of them. Each session creates its own
/// and starts it at the launch.
package final class AppCoordinator: Coordinator<Never> {
  /// The features, in the order of their tabs.
  package let features: [Feature]
  /// Whether the gates are passed and the tabs are shown.
  package private(set) var isLaunched = false
  /// Whether a user whose session has expired is asked to sign in again. Until the answer, links wait.
  package private(set) var asksToSignIn = false
  /// Whether links are opened, and do not wait.
  var opensLinks: Bool { isLaunched && !asksToSignIn }
  /// Opens a link for a coordinator.
  var onLink: ((DeepLink) -> Void)?
  /// Called each time the tabs are shown: after the launch, after a sign-out, and for a user who has signed in again or
  /// has declined to.
  var onLaunch: ((_ restoring: Bool) -> Void)?
  /// Called when a preparation was cancelled: its data may not be loaded.
  var onCancelledPreparation: (() -> Void)?
  /// Whether the screens of the user are restored once the tabs are shown: at the launch and for a user who has
  /// signed in again, but not for the next user after a sign-out from the tabs.
  var restores = false

  /// The number of starts, including those after sign-outs; continuations of an older start stop.
  private var startCount = 0

  /// Creates the coordinator.
  init(features: [Feature]) {
    self.features = features
    super.init(name: "app")
  }

  /// `false`: it ends only by ``AnyCoordinator/stop()``.
  package override var endsWhenEmpty: Bool { false }

  /// Prepares the features, then runs the first needed gate.
  package override func start() {
    context.owner.add(self)
    prepare { [weak self] in self?.passGates() }
  }

  /// Prepares the features, then calls `next`, unless the app has started again meanwhile.
  ///
  /// - Parameter former: work of an earlier start, which ends before the first preparation.
  private func prepare(after former: Set<Activity.WorkID> = [], then next: @escaping () -> Void) {
    startCount += 1
    let activity = started.navigation.activity
    let endings: [() async -> Void] = former.map { work in { await activity.wait(for: work) } }
    // Can't be cancelled: without an owner no feature can show anything.
    let identities: [() async -> Void] = features.compactMap(\.identify).map { identify in
      { await Task.atOnce { await identify() }.value }
    }
    let preparations = endings + identities + features.compactMap(\.prepare)
    runInOrder(preparations[...]) { [weak self, startCount] in
      // The user may have signed out, which starts the app again.
      if self?.startCount == startCount { next() }
    }
  }

  /// Runs preparations, one after the other, until the app starts again or ends; then calls `next` in any case. Each
  /// is work of its own, so that cancelling one of them does not cancel the others.
  private func runInOrder(
    _ preparations: ArraySlice<() async -> Void>, then next: @escaping () -> Void
  ) {
    guard let prepare = preparations.first, isRunning else { return next() }
    perform("prepare") { [weak self, startCount] in
      await prepare()
      guard let self, self.startCount == startCount else { return next() }
      if Task.isCancelled { onCancelledPreparation?() }
      runInOrder(preparations.dropFirst(), then: next)
    }
  }

  private func passGates() { passGates(features.flatMap(\.gates)[...]) }

  /// Runs the first needed gate. A gate that did not finish is shown again at the next launch.
  private func passGates(_ gates: ArraySlice<LaunchGate>) {
    guard isRunning else { return }
    guard let index = gates.firstIndex(where: { $0.isNeeded() }) else { return showTabs() }
    // On the app's own stack, so that the user can't go back to a gate.
    startChild(gates[index].make(), .on(navigator)) { [weak self, startCount] _ in
      guard let self, self.startCount == startCount else { return }
      passGates(gates[(index + 1)...])
    }
  }

  private func showTabs() {
    let (items, start) = (tabs, startCount)
    for (item, navigator) in zip(items, pushTabs(items)) {
      startChild(item.make(), .on(navigator))
      // A tab may sign out as it starts, which starts the app again.
      guard isRunning, startCount == start else { return }
    }
    isLaunched = true
    announce()
    for feature in features {
      guard let work = feature.launched else { continue }
      performInBackground("\(feature.id) launched") { await work() }
    }
  }

  private func announce() {
    let restoring = restores
    restores = false
    onLaunch?(restoring)
  }

  /// The tabs of all features. Of two tabs with one name, the first one is shown.
  private var tabs: [TabItem] {
    var names: Set<TabID> = []
    return features.flatMap(\.tabs).filter { tab in
      if names.insert(tab.id).inserted { return true }
      context.logger.log(.error, "two tabs have the name “\(tab.id)”; the first one is shown")
      return false
    }
  }
}

extension AppCoordinator: OwnerObserver {
  /// Continues where the guest was, in the visible tab: it keeps its screens, which reload for the new owner, now or
  /// when they are uncovered. The other tabs restart, also one whose flow has asked for the sign-in. A tab with a
  /// locked screen asks first, and continues if the user keeps the screen or another request to leave comes meanwhile.
  package func ownerSignedIn() async {
    let start = startCount
    // A user who cancels ends the preparation that hangs, not this work, which waits for it.
    let (activity, own) = (started.navigation.activity, Activity.current)
    activity.change(own) { $0.isSettling = true }
    await withCheckedContinuation { prepared in
      runInOrder(features.compactMap(\.prepare)[...]) { prepared.resume() }
    }
    activity.change(own) { $0.isSettling = false }
    guard isRunning, isLaunched, startCount == start else { return }
    var locked: [TabItem] = []
    for item in tabs where item.id != selectedTab {
      guard let old = tabCoordinator(item.id) else { continue }
      if hasLock(in: [old]) { locked.append(item) } else { restart(item, after: old) }
    }
    started.navigation.refreshScreens()
    guard !locked.isEmpty else { return }
    // Separate work: the sign-in does not wait for the answers.
    perform("ask the forms of a guest") { [weak self] in
      for item in locked {
        guard let self, startCount == start, !Task.isCancelled else { return }
        guard let old = tabCoordinator(item.id) else { continue }
        guard await leaveForm(in: old), startCount == start else { continue }
        // The user's answer has ended the tab, unless there was nothing to ask. Another sign-in may have restarted it.
        if tabCoordinator(item.id).map({ $0 === old }) ?? true { restart(item, after: old) }
      }
    }
  }

  private func restart(_ item: TabItem, after old: AnyCoordinator) {
    old.stop()
    // Started by a link that a newer one has superseded, the tab would be refused.
    _ = Activity.$current.withValue(nil) { startChild(item.make(), .on(old.navigator)) }
  }

  /// Asks the locked forms of a tab; again after a layer below the question, such as that of the
  /// sign-in, has closed, which removed the question unanswered.
  private func leaveForm(in tab: AnyCoordinator) async -> Bool {
    while true {
      let layers = started.navigation.tree.layers.map(\.stack)
      if await leave([tab]) { return true }
      let remaining = Set(started.navigation.tree.layers.map(\.stack))
      if Task.isCancelled || remaining.isSuperset(of: layers) { return false }
    }
  }

  /// Ends all flows without asking locks, and starts again as at a launch.
  package func ownerLeft(hasExpired: Bool) {
    guard isRunning else { return }
    isLaunched = false
    startCount += 1
    // The work that has ended the session goes on.
    let former = work.union(backgroundWork).filter { $0 != Activity.current }
    former.forEach(started.navigation.activity.cancel)
    clear()
    let makeSignIn = hasExpired ? features.compactMap(\.makeSignInAgain).first : nil
    let restart = { [weak self] in
      guard let self else { return }
      asksToSignIn = makeSignIn != nil
      passGates()
      guard let makeSignIn else { return }
      startChild(makeSignIn(), .present) { [weak self, startCount] _ in
        guard let self, isRunning, self.startCount == startCount else { return }
        asksToSignIn = false
        // Not by the outcome: the user may be signed in, and leave a later question of the flow.
        if context.owner.isSignedIn { returned() } else if isLaunched { announce() }
      }
    }
    // Started by a link that the session's end has cancelled, the tabs would be refused.
    Activity.$current.withValue(nil) { prepare(after: former.intersection(work), then: restart) }
  }

  /// Continues for a user who has signed in again. A gate below the sign-in may have been for
  /// guests.
  private func returned() {
    restores = true
    if isLaunched { return announce() }
    startCount += 1
    clear()
    passGates()
  }

  /// Ends all children and removes all screens, without asking locks, so that the app can start again. Children that
  /// an outcome's handler starts in the meantime continue.
  private func clear() {
    let navigation = started.navigation
    navigation.batch {
      rewind(in: navigation)
      for child in children.reversed() { child.end(.ended(.replaced)) }
    }
  }
}
