import Foundation

// Restoring goes to the places of the last session, as long as it is the same owner's session and the
// person has gone nowhere meanwhile.
extension AppSession {
  /// Shows the saved places of the owner, tab by tab.
  ///
  /// - Parameter own: the work that restores, which stops when it is not ``restoration`` any more.
  func restorePlaces(in own: Activity.WorkID) async {
    let owner = context.owner.owner
    guard let places = await readPlaces(), restoration == own else { return }
    guard await noteAttempt() else {
      return add(.placesDropped(places.tabs.values.reduce(0) { $0 + $1.count }))
    }
    var dropped = 0
    for (tab, routes) in places.tabs.sorted(by: { $0.key < $1.key }) {
      guard let coordinator = root.tabCoordinator(TabItem.ID(tab)) else {
        dropped += routes.count
        continue
      }
      for (index, route) in routes.prefix(SavedPlaces.maximumInTab).enumerated() {
        guard isRestoring(own, for: owner), coordinator.isRunning else { return }
        let answer = await coordinator.show(route)
        guard isRestoring(own, for: owner) else { return }
        // What lies above a place that is gone goes with it.
        guard answer == .shown else {
          dropped += routes.count - index
          break
        }
      }
      dropped += max(0, routes.count - SavedPlaces.maximumInTab)
    }
    if let selected = places.selected { root.select(selected) }
    if dropped > 0 { add(.placesDropped(dropped)) }
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

  func endRestoring() {
    restoration = nil
    followPendingLink()
  }

  /// Lets a restoration give way to something that a person does with an entry, unless that is a part
  /// of the flow for which the restoration waits, such as a sign-in.
  func giveWay(to entry: NavigationTree.EntryID?) {
    guard let restoration else { return }
    var owner = entry.flatMap(window.owner)
    while let coordinator = owner {
      if coordinator.awaitingWork == restoration { return }
      owner = coordinator.parent
    }
    giveUpRestoring()
  }

  // MARK: Places that end the app

  /// Notes that places are about to be restored, and says whether to do so: places that ended the app
  /// twice before anybody did something are not tried again.
  private func noteAttempt() async -> Bool {
    let store = placesStore
    let attempts = (try? await store.value(for: Self.attemptsKey))?.first ?? 0
    hasNotedAttempt = true
    guard attempts < 2 else { return false }
    // Where it can't be noted the places are restored all the same.
    try? await store.set(Data([attempts + 1]), for: Self.attemptsKey)
    return true
  }

  /// Forgets the attempt to restore, because the app can be used.
  func forgetAttempt() {
    guard hasNotedAttempt else { return }
    hasNotedAttempt = false
    let store = placesStore
    activity.start(.background, name: "note that the places can be used") {
      try? await store.set(nil, for: Self.attemptsKey)
    }
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
