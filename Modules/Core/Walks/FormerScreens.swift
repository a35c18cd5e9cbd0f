import Core

/// The entries of owners who have left; none of them may remain.
///
/// Made before the launch, so that it hears of a sign-out before the session and its first coordinator.
@MainActor final class FormerScreens: OwnerObserver {
  private weak var session: AppSession?
  private var entries: Set<NavigationTree.EntryID> = []

  /// Watches a session that has not been launched.
  init(_ session: AppSession) {
    self.session = session
    session.context.owner.add(self)
  }

  func ownerSignedIn() async {}

  func ownerLeft(hasExpired: Bool) {
    session?.navigation.tree.forEachEntry { entries.insert($0.id) }
  }

  /// The screens of former owners that are still in the app.
  func violations() -> [String] {
    guard !entries.isEmpty, let session else { return [] }
    var found: [String] = []
    session.navigation.tree.forEachEntry { entry in
      if entries.contains(entry.id) {
        found.append("an entry (\(entry.body)) of an owner who has left is still there")
      }
    }
    return found
  }
}
