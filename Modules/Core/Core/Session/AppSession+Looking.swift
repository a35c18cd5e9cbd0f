/// What a person sees, with the moment at which it was looked at.
struct CachedSnapshot {
  /// Names a moment between two pieces of work, at which nothing runs.
  ///
  /// What screens show is changed by counted work and by changes of the tree, and by nothing else.
  struct Moment: Equatable {
    let begunWorks: Int
    let changes: Int
  }

  let moment: Moment
  let entries: [NavigationTree.EntryID]
  let snapshot: Snapshot
}

extension AppSession {
  /// What a person sees now: as ``snapshot``, but not arranged again as long as nothing has happened.
  ///
  /// For faces, which look before a command and after it. A test that changes a screen by hand asks
  /// for ``snapshot``.
  package func look() -> Snapshot {
    guard let moment else { return snapshot }
    if let cachedSnapshot, cachedSnapshot.moment == moment { return cachedSnapshot.snapshot }
    let snapshot = snapshot
    cachedSnapshot = CachedSnapshot(
      moment: moment, entries: navigation.tree.visible, snapshot: snapshot)
    return snapshot
  }

  /// What a screen shows, as it was seen if nothing has happened since.
  func content(of id: NavigationTree.EntryID, _ screen: any Screen) -> ScreenContent {
    guard let cachedSnapshot, cachedSnapshot.moment == moment,
      let index = cachedSnapshot.entries.firstIndex(of: id),
      cachedSnapshot.snapshot.panes.count == cachedSnapshot.entries.count
    else { return screen.content }
    return cachedSnapshot.snapshot.panes[index].content
  }

  /// The moment, or nil while anything runs.
  private var moment: CachedSnapshot.Moment? {
    guard activity.isQuiet else { return nil }
    return CachedSnapshot.Moment(begunWorks: activity.begunWorks, changes: navigation.changeCount)
  }
}
