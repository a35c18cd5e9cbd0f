package import Services
import Foundation

/// Saves the routes of the open screens each time the app has settled.
@MainActor package final class PlaceSaver {
  /// Stores the routes.
  package let store: any KeyValueStore
  /// The routes that count as saved, or nil if they have to be saved again.
  package internal(set) var saved: SavedPlaces?
  /// Whether the store has more routes than ``saved``, because their restoration was cancelled.
  package private(set) var keepsMore = false
  /// The owner of the saved routes.
  package private(set) var owner: Owner?
  /// Whether a save is running.
  package var isSaving: Bool { savings.isAcquired }
  /// The owners whose routes could not be read; they are not overwritten.
  var unreadOwners: Set<Owner> = []
  /// Whether saving is paused during a restoration.
  var isPaused = false
  private var savedChangeCount = -1
  private var hasFailed = false
  /// Serializes saves, so that the newest routes are saved last.
  private let savings = AsyncLock()
  private let parts: SessionParts
  private let otherWindows: OtherWindows?

  init(_ parts: SessionParts, store: any KeyValueStore, otherWindows: OtherWindows?) {
    (self.parts, self.store, self.otherWindows) = (parts, store, otherWindows)
  }

  /// Returns the stored values of an owner.
  func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: AppSession.placesSubject)
  }

  /// Whether the tree may have changed since the last save, or a save is running.
  var isDue: Bool { mayHaveMoved || isSaving }

  private var mayHaveMoved: Bool {
    parts.navigation.changeCount != savedChangeCount
      && !unreadOwners.contains(parts.context.owner.owner)
  }

  /// Saves nothing until the routes change: what is stored has more of them.
  func keepSaved() { (saved, owner, keepsMore) = (places, parts.context.owner.owner, true) }

  /// Saves the routes, after all earlier saves, even if the caller's task is cancelled.
  func save() async {
    await savings.withLock { await Task.atOnce { await self.saveNow() }.value }
  }

  private func saveNow() async {
    guard mayHaveMoved, let places else { return }
    let (changes, owner) = (parts.navigation.changeCount, parts.context.owner.owner)
    guard places != saved || owner != self.owner else { return savedChangeCount = changes }
    // Another window may have ended the session, perhaps because it has deleted the account; a
    // check in the background may have noticed it meanwhile.
    let hasEnded = await otherWindows?.apply(loadsData: false) ?? false
    if hasEnded || owner != parts.context.owner.owner { return }
    do throws(StorageError) {
      try await values(of: owner).set(places.json, for: SavedPlaces.key)
      (saved, self.owner, savedChangeCount) = (places, owner, changes)
      (hasFailed, keepsMore) = (false, false)
    } catch {
      // The next request tries again; the notice is posted once.
      saved = nil
      guard !hasFailed else { return }
      hasFailed = true
      parts.notices.add(.placesNotSaved(error))
    }
  }

  /// The current routes: for each tab, those from its first screen up to the first entry without a
  /// route, also below modal layers. Nil while a flow covers the tab bar, before the tabs are shown, during a
  /// restoration, and while a user whose session has expired is asked to sign in again: the tabs below are a guest's.
  private var places: SavedPlaces? {
    let (root, tree) = (parts.root, parts.navigation.tree)
    guard root.isLaunched, root.isRunning, !isPaused, !root.asksToSignIn,
      let bar = tree.entries(in: tree.root).last, case .tabs(let tabs) = bar.body
    else { return nil }
    var places = SavedPlaces(selected: tabs.selected)
    for tab in tabs.tabs {
      let routes = tree.routes(in: tab.stack).prefix(SavedPlaces.maximumInTab)
      if !routes.isEmpty { places.tabs[tab.id.rawValue] = Array(routes) }
    }
    return places
  }
}

extension AppSession {
  /// The subject of the saved routes in `OwnedValues`.
  public nonisolated static var placesSubject: String { "session" }
}

extension NavigationTree {
  /// The routes in a stack, from the bottom up to the first entry without one; not many more than
  /// ``SavedPlaces/maximumInTab``.
  fileprivate func routes(in stack: StackID) -> [Route] {
    var routes: [Route] = []
    for (index, entry) in entries(in: stack).prefix(SavedPlaces.maximumInTab + 1).enumerated() {
      if case .split(let split) = entry.body, index == 0 {
        routes = self.routes(in: split.primary)
        routes += entries(in: split.secondary).prefix { $0.route != nil }.compactMap(\.route)
        continue
      }
      // The first screen of a tab needs no route: it always exists.
      if index == 0, entry.route == nil { continue }
      guard let route = entry.route else { return routes }
      routes.append(route)
    }
    return routes
  }
}
