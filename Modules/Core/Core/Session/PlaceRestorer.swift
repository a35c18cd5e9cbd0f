import Services
import Foundation

/// Goes to the places of the last session, as long as it is the same owner's session and the person
/// has gone nowhere meanwhile.
@MainActor package final class PlaceRestorer {
  /// The work that restores places, while it does.
  package internal(set) var work: Activity.WorkID? {
    didSet { saver.isPaused = work != nil }
  }
  /// Called when restoring has come to its end or was given up.
  var onEnd: () -> Void = {}
  /// Where an attempt to restore places is noted, until the app has settled.
  private var attempted: OwnedValues?
  private let ground: SessionGround
  private let saver: PlaceSaver

  init(_ ground: SessionGround, saver: PlaceSaver) {
    self.ground = ground
    self.saver = saver
  }

  /// Whether restoring waits for a flow, such as a sign-in.
  var waitsForFlow: Bool { work.map(ground.activity.isParked) ?? false }

  /// Begins to restore the places of the owner.
  func begin() {
    stop()
    work = ground.activity.start(.link, name: "restore places") { [weak self] in
      guard let self, let own = Activity.current else { return }
      await restore(in: own)
      // It may have given way to something newer.
      guard work == own else { return }
      work = nil
      onEnd()
    }
  }

  /// Ends restoring without a word, because the owner has left.
  func stop() {
    if let work { ground.activity.cancel(work) }
    work = nil
  }

  /// Gives up what is not restored yet, because the person has gone somewhere.
  func giveUp() {
    guard work != nil else { return }
    stop()
    onEnd()
  }

  /// Lets restoring give way to something that a person does with an entry, unless that is a part of
  /// the flow for which restoring waits, such as a sign-in.
  func giveWay(to entry: NavigationTree.EntryID?) {
    guard let work else { return }
    var owner = entry.flatMap(ground.navigation.owner)
    while let coordinator = owner {
      if coordinator.awaitingWork == work { return }
      owner = coordinator.parent
    }
    giveUp()
  }

  // MARK: Restoring

  /// - Parameter own: the work that restores, which stops when it is not ``work`` any more.
  private func restore(in own: Activity.WorkID) async {
    let owner = ground.context.owner.owner
    let store = saver.values(of: owner)
    guard let places = await read(from: store), isRestoring(own, for: owner) else { return }
    let count = places.tabs.values.reduce(0) { $0 + $1.count }
    guard count > 0 else { return select(places.selected) }
    let isTried = await noteAttempt(in: store)
    guard isRestoring(own, for: owner) else { return }
    guard isTried else { return ground.notices.add(.placesDropped(count)) }
    guard let dropped = await show(places, in: own, for: owner), isRestoring(own, for: owner)
    else { return }
    select(places.selected)
    if dropped > 0 { ground.notices.add(.placesDropped(dropped)) }
  }

  private func select(_ tab: TabItem.ID?) {
    if let tab { ground.root.select(tab) }
  }

  /// Shows places, and returns how many could not be shown; nil when restoring was given up.
  private func show(
    _ places: SavedPlaces, in own: Activity.WorkID, for owner: Owner
  ) async -> Int? {
    var dropped = 0
    for (tab, routes) in places.tabs.sorted(by: { $0.key < $1.key }) {
      guard isRestoring(own, for: owner) else { return nil }
      guard let coordinator = ground.root.tabCoordinator(TabItem.ID(tab)) else {
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
    work == own && !Task.isCancelled && ground.context.owner.owner == owner
  }

  private func read(from store: OwnedValues) async -> SavedPlaces? {
    let data: Data?
    do throws(StorageError) {
      data = try await store.value(for: SavedPlaces.key)
    } catch {
      // The places may be readable later, so they are not replaced.
      saver.unreadOwner = ground.context.owner.owner
      ground.notices.add(.placesNotRead(error))
      return nil
    }
    saver.unreadOwner = nil
    guard let data else { return nil }
    guard data.count <= SavedPlaces.maximumSize,
      let places = try? JSONDecoder().decode(SavedPlaces.self, from: data),
      places.version == SavedPlaces.currentVersion
    else {
      ground.notices.add(.placesDropped(1))
      return nil
    }
    return places
  }

  // MARK: Places that end the app

  private static var attemptsKey: String { "attempts" }

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
    guard let store = attempted, ground.root.isRunning else { return }
    attempted = nil
    // Drawing the places must not end the app either.
    _ = ground.navigation.snapshot
    try? await store.set(nil, for: Self.attemptsKey)
  }
}
