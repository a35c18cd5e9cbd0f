import Services

extension NavigationController {
  /// Returns the screen of an entry, or nil for a tab bar, a split, and a removed entry.
  public func screen(of entry: NavigationTree.EntryID) -> (any Screen)? {
    records[entry]?.screen
  }

  /// Returns the coordinator that owns an entry, or nil if it has ended.
  public func owner(of entry: NavigationTree.EntryID) -> AnyCoordinator? {
    records[entry]?.owner
  }

  /// The coordinator that owns an entry, then its parents.
  func owners(of entry: NavigationTree.EntryID?) -> some Sequence<AnyCoordinator> {
    sequence(state: entry.flatMap(owner)) { next in
      defer { next = next?.parent }
      return next
    }
  }

  func nextNumber() -> Int {
    lastNumber += 1
    return lastNumber
  }

  func register(
    _ screen: (any Screen)?, body: NavigationTree.Body?, route: Route?, owner: AnyCoordinator
  ) -> NavigationTree.Entry {
    let id = NavigationTree.EntryID(number: nextNumber())
    let kind: ScreenKind? = if let screen { kind(of: type(of: screen)) } else { nil }
    records[id] = Record(screen, kind, owner: owner)
    owner.entries.insert(id)
    if let screen, let kind {
      lifetimes.track(screen, as: .screen(kind), path: owner.pathNode)
      if let model = screen.model {
        lifetimes.track(model, as: .model(of: kind), path: owner.pathNode)
      }
    }
    return NavigationTree.Entry(id: id, body: body ?? .screen(kind ?? ""), route: route)
  }

  private func kind(of type: any Screen.Type) -> ScreenKind {
    let key = ObjectIdentifier(type)
    if let kind = kinds[key] { return kind }
    var kind = ScreenKind(of: type)
    if kinds.values.contains(kind) {
      // They remain two kinds; the developer should rename one of the types.
      kind = ScreenKind(String(reflecting: type))
      ambiguousKinds.insert(kind)
    }
    kinds[key] = kind
    return kind
  }
}
