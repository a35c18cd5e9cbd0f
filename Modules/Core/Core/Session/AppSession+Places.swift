import Services
import Foundation

extension AppSession {
  /// What the places of an owner are called among all that is kept of theirs.
  public nonisolated static var placesSubject: String { "session" }
  var placesStore: OwnedValues {
    OwnedValues(places, of: context.owner.owner, about: Self.placesSubject)
  }

  /// Where the app is now: for each tab, the places from its first screen up to the first entry
  /// that is not one.
  var currentPlaces: SavedPlaces? {
    // What is half restored is not where the app is.
    guard root.isLaunched, root.isRunning, restoration == nil else { return nil }
    var places = SavedPlaces()
    guard
      let bar = navigation.tree.entries(in: navigation.tree.root).last,
      case .tabs(let tabs) = bar.body
    else { return nil }
    places.selected = tabs.selected
    for tab in tabs.tabs {
      let routes = navigation.tree.routes(in: tab.stack)
      if !routes.isEmpty { places.tabs[tab.id.rawValue] = routes }
    }
    return places
  }

  /// Whether the app may be elsewhere than when its places were saved.
  var mayHaveMoved: Bool { placesMayBeSaved && navigation.changeCount != savedChangeCount }

  /// Saves where the app is, after the savings that were begun before.
  func savePlaces() async {
    savingCount += 1
    await savings.withLock { await savePlacesNow() }
    savingCount -= 1
  }

  private func savePlacesNow() async {
    guard mayHaveMoved, let places = currentPlaces else { return }
    let changes = navigation.changeCount
    let owner = context.owner.owner
    guard places != savedPlaces || owner != savedOwner else { return savedChangeCount = changes }
    do throws(StorageError) {
      try await placesStore.set(places.json, for: SavedPlaces.key)
      (savedPlaces, savedOwner, savedChangeCount) = (places, owner, changes)
      placesCanBeSaved = true
    } catch {
      // Not worth a word each time: the next change tries again.
      savedPlaces = nil
      savedChangeCount = -1
      if placesCanBeSaved { add(.placesNotSaved(error)) }
      placesCanBeSaved = false
    }
  }
}

extension NavigationTree {
  /// The places in a stack, from the bottom up to the first entry that is none; at most
  /// ``SavedPlaces/maximumInTab`` of them.
  func routes(in stack: StackID) -> [Route] {
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
