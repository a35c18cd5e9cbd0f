import Services
import Foundation

// Restoring goes to the places of the last session, as long as it is the same owner's session and the
// person has gone nowhere meanwhile.
extension AppSession {
  /// Shows the saved places of the owner, tab by tab.
  ///
  /// - Parameter own: the work that restores, which stops when it is not ``restoration`` any more.
  func restorePlaces(in own: Activity.WorkID) async {
    let owner = context.owner.owner
    let store = placesStore
    guard let places = await readPlaces(), isRestoring(own, for: owner) else { return }
    let count = places.tabs.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return select(places.selected) }
    let isTried = await noteAttempt(in: store)
    guard isRestoring(own, for: owner) else { return }
    guard isTried else { return add(.placesDropped(count)) }
    guard let dropped = await show(places, in: own, for: owner), isRestoring(own, for: owner)
    else { return }
    select(places.selected)
    if dropped > 0 { add(.placesDropped(dropped)) }
  }

  private func select(_ tab: TabItem.ID?) {
    if let tab { root.select(tab) }
  }

  /// Shows places, and returns how many could not be shown; nil when the restoration was given up.
  private func show(
    _ places: SavedPlaces, in own: Activity.WorkID, for owner: Owner
  ) async -> Int? {
    var dropped = 0
    for (tab, routes) in places.tabs.sorted(by: { $0.key < $1.key }) {
      guard isRestoring(own, for: owner) else { return nil }
      guard let coordinator = root.tabCoordinator(TabItem.ID(tab)) else {
        dropped += routes.count
        continue
      }
      for (index, route) in routes.enumerated() {
        // What lies above a place that is gone goes with it.
        guard index < SavedPlaces.maximumInTab, await coordinator.show(route) == .shown else {
          dropped += routes.count - index
          break
        }
        guard isRestoring(own, for: owner), coordinator.isRunning else { return nil }
      }
    }
    return dropped
  }

  private func isRestoring(_ own: Activity.WorkID, for owner: Owner) -> Bool {
    restoration == own && !Task.isCancelled && context.owner.owner == owner
  }

  private func readPlaces() async -> SavedPlaces? {
    let data: Data?
    do throws(StorageError) {
      data = try await placesStore.value(for: SavedPlaces.key)
    } catch {
      // What can't be read now may be readable later: it is not written over.
      placesMayBeSaved = false
      add(.placesNotRead(error))
      return nil
    }
    guard let data else { return nil }
    guard data.count <= SavedPlaces.maximumSize,
      let places = try? JSONDecoder().decode(SavedPlaces.self, from: data),
      places.version == SavedPlaces.currentVersion
    else {
      add(.placesDropped(1))
      return nil
    }
    return places
  }

  // MARK: Giving way

  /// Gives up what is not restored yet: the person has gone somewhere, or the owner has left.
  func giveUpRestoring() {
    guard let restoration else { return }
    self.restoration = nil
    activity.cancel(restoration)
    followPendingLink()
  }

  /// Gives up a restoration that waits for a flow, where a link waits for the restoration.
  func passRestorationThatWaits() async {
    guard let restoration, activity.isParked(restoration),
      pendingLink.map({ !$0.isFollowed }) ?? false
    else { return }
    giveUpRestoring()
    await settle()
  }

  func endRestoring() {
    restoration = nil
    followPendingLink()
  }

  /// Lets a restoration give way to something that a person does with an entry, unless that is a part
  /// of the flow for which the restoration waits, such as a sign-in.
  func giveWay(to entry: NavigationTree.EntryID?) {
    guard let restoration else { return }
    var owner = entry.flatMap(navigation.owner)
    while let coordinator = owner {
      if coordinator.awaitingWork == restoration { return }
      owner = coordinator.parent
    }
    giveUpRestoring()
  }

  // MARK: Places that end the app

  /// Notes that places are about to be restored, and says whether to do so: places that ended the app
  /// twice before they were shown are not tried again.
  private func noteAttempt(in store: OwnedValues) async -> Bool {
    let attempts = (try? await store.value(for: Self.attemptsKey))?.first ?? 0
    guard attempts < 2 else {
      try? await store.set(nil, for: Self.attemptsKey)
      return false
    }
    // Where it can't be noted the places are restored all the same.
    try? await store.set(Data([attempts + 1]), for: Self.attemptsKey)
    attempted = store
    return true
  }

  /// Forgets the attempt once the app has settled: it shows the places, waits for the user, or the user
  /// has gone elsewhere, so they do not end it.
  func forgetAttempt() async {
    guard let store = attempted else { return }
    attempted = nil
    _ = snapshot
    try? await store.set(nil, for: Self.attemptsKey)
  }

  private static var attemptsKey: String { "attempts" }
}

extension AppSession: OwnerObserver {
  /// What is restored for a guest ends with the place that is being shown.
  public func ownerSignedIn() async {}

  /// What belongs to the owner who has left is neither restored nor opened any more.
  public func ownerLeft(hasExpired: Bool) {
    if let restoration { activity.cancel(restoration) }
    restoration = nil
    if pendingLink?.isFollowed == true { supersede(because: "the session has ended") }
  }
}
