package import Services
import Foundation

/// Saves where the app is each time it has settled, for a later start.
@MainActor package final class PlaceSaver {
  /// Keeps the places.
  package let store: any KeyValueStore
  /// What was saved last, or nil.
  package private(set) var saved: SavedPlaces?
  /// Whose places these are.
  package private(set) var owner: Owner?
  /// The number of savings that are under way.
  package private(set) var underWay = 0
  /// The owner whose places could not be read; they are not replaced.
  var unreadOwner: Owner?
  /// Whether places are being restored: what is half restored is not where the app is.
  var isPaused = false
  private var savedChangeCount = -1
  private var hasFailed = false
  /// Serializes saving, so that the newest places are saved last.
  private let savings = AsyncLock()
  private let ground: SessionGround

  init(_ ground: SessionGround, store: any KeyValueStore) {
    self.ground = ground
    self.store = store
  }

  /// The places of an owner.
  func values(of owner: Owner) -> OwnedValues {
    OwnedValues(store, of: owner, about: AppSession.placesSubject)
  }

  /// Whether the app may be elsewhere than when its places were saved, or is being saved.
  var isDue: Bool { mayHaveMoved || underWay > 0 }

  private var mayHaveMoved: Bool {
    ground.navigation.changeCount != savedChangeCount && unreadOwner != ground.context.owner.owner
  }

  /// Saves where the app is, after the savings that were begun before.
  func save() async {
    underWay += 1
    await savings.withLock { await saveNow() }
    underWay -= 1
  }

  private func saveNow() async {
    guard mayHaveMoved, let places else { return }
    let changes = ground.navigation.changeCount
    let owner = ground.context.owner.owner
    guard places != saved || owner != self.owner else { return savedChangeCount = changes }
    do throws(StorageError) {
      try await values(of: owner).set(places.json, for: SavedPlaces.key)
      (saved, self.owner, savedChangeCount) = (places, owner, changes)
      hasFailed = false
    } catch {
      // The next change tries again; a person is told once.
      saved = nil
      savedChangeCount = -1
      if !hasFailed { ground.notices.add(.placesNotSaved(error)) }
      hasFailed = true
    }
  }

  /// Where the app is now: for each tab, the places from its first screen up to the first entry
  /// that is not one.
  private var places: SavedPlaces? {
    let (root, tree) = (ground.root, ground.navigation.tree)
    guard root.isLaunched, root.isRunning, !isPaused,
      let bar = tree.entries(in: tree.root).last, case .tabs(let tabs) = bar.body
    else { return nil }
    var places = SavedPlaces()
    places.selected = tabs.selected
    for tab in tabs.tabs {
      let routes = tree.routes(in: tab.stack)
      if !routes.isEmpty { places.tabs[tab.id.rawValue] = routes }
    }
    return places
  }
}

extension AppSession {
  /// What the places of an owner are called among all that is kept of theirs.
  public nonisolated static var placesSubject: String { "session" }
}

extension NavigationTree {
  /// The places in a stack, from the bottom up to the first entry that is none; at most
  /// ``SavedPlaces/maximumInTab`` of them.
  fileprivate func routes(in stack: StackID) -> [Route] {
    Array(allRoutes(in: stack).prefix(SavedPlaces.maximumInTab))
  }

  private func allRoutes(in stack: StackID) -> [Route] {
    var routes: [Route] = []
    for (index, entry) in entries(in: stack).prefix(SavedPlaces.maximumInTab + 1).enumerated() {
      if case .split(let split) = entry.body, index == 0 {
        routes = allRoutes(in: split.primary) + entries(in: split.secondary).routePrefix
        continue
      }
      // The first screen of a tab needs no route: it is always there.
      if index == 0, entry.route == nil { continue }
      guard let route = entry.route else { return routes }
      routes.append(route)
    }
    return routes
  }
}

extension [NavigationTree.Entry] {
  fileprivate var routePrefix: [Route] {
    prefix(SavedPlaces.maximumInTab).prefix { $0.route != nil }.compactMap(\.route)
  }
}
