import Services
import Foundation

/// Restores the last session's routes until the owner changes or the user navigates.
@MainActor package final class PlaceRestorer {
  /// The running restoration, or nil.
  package internal(set) var work: Activity.WorkID? {
    didSet { (saver.isPaused, links.isPaused) = (work != nil, work != nil) }
  }
  /// The saved routes for which the app had no page.
  package private(set) var unknownRoutes: [Route] = []
  /// The store of the recorded attempt to restore, until the app has settled.
  private var attempted: OwnedValues?
  /// Held while an attempt is recorded: another window that restores meanwhile has not ended.
  private var claim: DatabaseClaim?
  /// Whether the app was stopped, perhaps because the user has quit.
  var wasStopped = false
  private let parts: SessionParts
  private let saver: PlaceSaver
  /// Opens the link that waits for the end of restoring.
  private let links: LinkFollower
  private let database: (any Database)?

  init(
    _ parts: SessionParts, saver: PlaceSaver, links: LinkFollower, database: (any Database)?
  ) {
    (self.parts, self.saver, self.links, self.database) = (parts, saver, links, database)
  }

  /// Starts to restore the owner's routes.
  func begin() {
    stop()
    work = parts.activity.start(.link, name: "restore places") { [weak self] in
      guard let self, let own = Activity.current else { return }
      await restore(in: own)
      // A user request or a newer restoration may have cancelled this one.
      guard work == own else { return }
      work = nil
      // The routes that are not open yet stay stored until the user navigates.
      if Task.isCancelled { saver.keepSaved() }
      links.follow()
    }
  }

  /// Stops restoring without opening a link, for example because the owner has signed out.
  func stop() {
    if let work { parts.activity.cancel(work) }
    work = nil
  }

  /// Stops restoring, because the user has navigated.
  ///
  /// The flow that restoring awaits ends, unless one of its screens is locked: the request that
  /// leaves the screen asks the lock, and the user may stay.
  private func giveUp() {
    guard let work else { return }
    let flows = parts.root.subtree().filter { $0.awaitingWork == work }
    if !parts.root.hasLock(in: flows) { parts.activity.cancel(work) }
    self.work = nil
    links.follow()
  }

  /// Stops a restoration that awaits a flow, such as a sign-in, if a link waits for it.
  func giveWayToLink() {
    if let work, parts.activity.isParked(work), links.pending?.isFollowed == false { giveUp() }
  }

  /// Cancels restoring for a user request, unless its entry belongs to the flow that restoring
  /// awaits, such as a sign-in.
  func giveWay(to entry: NavigationTree.EntryID?) {
    let owners = parts.navigation.owners(of: entry)
    if let work, !owners.contains(where: { $0.awaitingWork == work }) { giveUp() }
  }

  // MARK: Restoring

  /// Shows the screens that were saved for the current owner.
  ///
  /// - Parameter own: the restoration, which stops when it is no longer ``work``.
  private func restore(in own: Activity.WorkID) async {
    let owner = parts.context.owner.owner
    guard let places = await read(of: owner), isRestoring(own, for: owner) else { return }
    let count = places.tabs.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return select(places.selected) }
    let isTried = await noteAttempt(in: saver.values(of: owner))
    guard isRestoring(own, for: owner) else { return }
    guard isTried else { return parts.notices.add(.placesDropped(count)) }
    guard let shown = await show(places, in: own, for: owner), isRestoring(own, for: owner)
    else { return }
    select(places.selected)
    if shown < count { parts.notices.add(.placesDropped(count - shown)) }
  }

  private func select(_ tab: TabID?) {
    if let tab { parts.root.selectTab(tab) }
  }

  /// Shows the routes, and returns how many were shown; nil if restoring was cancelled.
  private func show(
    _ places: SavedPlaces, in own: Activity.WorkID, for owner: Owner
  ) async -> Int? {
    var shown = 0
    for (tab, routes) in places.tabs.sorted(by: { $0.key < $1.key }) {
      guard isRestoring(own, for: owner) else { return nil }
      guard let coordinator = parts.root.tabCoordinator(TabID(tab)) else { continue }
      for route in routes.prefix(SavedPlaces.maximumInTab) {
        let answer = await coordinator.show(route)
        if answer == .noPage, isRestoring(own, for: owner) { unknownRoutes.append(route) }
        // Routes above a refused one are dropped.
        guard answer == .shown else { break }
        guard isRestoring(own, for: owner), coordinator.isRunning else { return nil }
        shown += 1
      }
    }
    return shown
  }

  private func isRestoring(_ own: Activity.WorkID, for owner: Owner) -> Bool {
    work == own && !Task.isCancelled && parts.context.owner.owner == owner
  }

  private func read(of owner: Owner) async -> SavedPlaces? {
    let data: Data?
    do throws(StorageError) {
      data = try await saver.values(of: owner).value(for: SavedPlaces.key)
    } catch {
      // Not unreadable: the user has navigated meanwhile, for example.
      if error == .cancelled { return nil }
      // The routes may be readable later, so they are not overwritten.
      saver.unreadOwners.insert(owner)
      parts.notices.add(.placesNotRead(error))
      return nil
    }
    saver.unreadOwners.remove(owner)
    guard let data else { return nil }
    guard data.count <= SavedPlaces.maximumSize,
      let places = try? JSONDecoder().decode(SavedPlaces.self, from: data),
      places.version == SavedPlaces.currentVersion
    else {
      parts.notices.add(.placesDropped(1))
      return nil
    }
    return places
  }

  // MARK: Routes that end the app

  private static var attemptsKey: String { "attempts" }

  /// Records an attempt, unless another window is restoring; returns `false` after two that ended
  /// the app.
  private func noteAttempt(in store: OwnedValues) async -> Bool {
    if claim == nil, let database {
      guard let made = await Self.claim(in: database) else { return true }
      claim = claim ?? made
    }
    let attempts = (try? await store.value(for: Self.attemptsKey))?.first ?? 0
    guard attempts < 2 else {
      claim = nil
      try? await store.set(nil, for: Self.attemptsKey)
      return false
    }
    // If the attempt can't be recorded, the routes are restored anyway.
    try? await store.set(Data([attempts + 1]), for: Self.attemptsKey)
    attempted = store
    return true
  }

  /// Returns nil while another window is restoring, or if no claim can be made.
  @concurrent private static func claim(in database: any Database) async -> DatabaseClaim? {
    try? database.claim("restoring")
  }

  /// Deletes the record once the app has settled or was stopped: the routes have not ended it.
  func forgetAttempt() async {
    guard let store = attempted, parts.root.isRunning || wasStopped else { return }
    attempted = nil
    // Reading the screens must not end the app either.
    _ = parts.navigation.snapshot
    let name = "forget the attempt to restore places"
    let forgetting = parts.activity.start(.appearance, name: name) { [self] in
      let isForgotten = (try? await store.set(nil, for: Self.attemptsKey)) != nil
      guard attempted == nil else { return }
      // What fails is tried again when the app settles next.
      if isForgotten { claim = nil } else { attempted = store }
    }
    await parts.activity.wait(for: forgetting)
  }
}

extension PlaceRestorer: OwnerObserver {
  /// Does nothing: the owner is checked after each route.
  package func ownerSignedIn() async {}

  /// Stops restoring for the former owner, and refuses the links that are being opened. Posts a notice of an expired
  /// session, unless a flow tells the user.
  package func ownerLeft(hasExpired: Bool) {
    stop()
    links.ownerLeft()
    let isTold = parts.root.features.contains { $0.makeSignInAgain != nil }
    if hasExpired, !isTold { parts.notices.add(.expired) }
  }
}
