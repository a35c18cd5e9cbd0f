import Foundation

extension AppSession {
  /// What the session keeps for each owner: where they were.
  ///
  /// - Parameters:
  ///   - store: the ``AppContext/places``.
  ///   - database: where they are kept, or nil for in memory.
  public static func accountData(
    in store: any KeyValueStore, database: (any Database)? = nil
  ) -> any AccountData {
    PlacesData(name: subject, store: store, database: database)
  }

  private static let subject = "session"
  private var placesStore: OwnedValues {
    OwnedValues(context.places, of: context.owner.owner, about: Self.subject)
  }

  /// Where the app is now: for each tab, the places from its first screen up to the first entry
  /// that is not one.
  var places: SavedPlaces? {
    // What is half restored is not where the app is.
    guard root.isLaunched, root.isRunning, restoration == nil else { return nil }
    var places = SavedPlaces()
    guard
      let bar = window.tree.entries(in: window.tree.root).last, case .tabs(let tabs) = bar.body
    else { return nil }
    places.selected = tabs.selected
    for tab in tabs.tabs {
      let routes = window.tree.routes(in: tab.stack)
      if !routes.isEmpty { places.tabs[tab.id.rawValue] = routes }
    }
    return places
  }

  /// Whether the app may be elsewhere than when its places were saved.
  var mayHaveMoved: Bool { placesMayBeSaved && window.changeCount != savedChangeCount }

  func savePlaces() async {
    guard mayHaveMoved, let places else { return }
    savedChangeCount = window.changeCount
    let owner = context.owner.owner
    guard places != savedPlaces || owner != savedOwner else { return }
    savedPlaces = places
    savedOwner = owner
    do throws(StorageError) {
      try await placesStore.set(places.json, for: SavedPlaces.key)
      placesCanBeSaved = true
    } catch {
      // Not worth a word each time: the next change tries again.
      savedPlaces = nil
      savedChangeCount = -1
      if placesCanBeSaved { add(.placesNotSaved(error)) }
      placesCanBeSaved = false
    }
  }

  func restorePlaces() async {
    let data: Data?
    do throws(StorageError) {
      data = try await placesStore.value(for: SavedPlaces.key)
    } catch {
      // What can't be read now may be readable later: it is not written over.
      placesMayBeSaved = false
      return add(.placesNotRead(error))
    }
    guard let data else { return }
    guard let places = try? JSONDecoder().decode(SavedPlaces.self, from: data),
      places.version == SavedPlaces.currentVersion
    else { return add(.placesDropped(1)) }
    var dropped = 0
    for (tab, routes) in places.tabs.sorted(by: { $0.key < $1.key }) {
      guard let coordinator = root.tabCoordinator(TabItem.ID(tab)) else {
        dropped += routes.count
        continue
      }
      for (index, route) in routes.enumerated() {
        // What lies above a place that is gone goes with it.
        guard await coordinator.show(route) == .shown else {
          dropped += routes.count - index
          break
        }
      }
    }
    if let selected = places.selected { root.select(selected) }
    if dropped > 0 { add(.placesDropped(dropped)) }
  }
}

extension NavigationTree {
  func routes(in stack: StackID) -> [Route] {
    var routes: [Route] = []
    for (index, entry) in entries(in: stack).enumerated() {
      if case .split(let split) = entry.body, index == 0 {
        routes = self.routes(in: split.primary) + entries(in: split.secondary).routePrefix
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
    prefix { $0.route != nil }.compactMap(\.route)
  }
}
