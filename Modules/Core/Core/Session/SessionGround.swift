/// What the parts of a session work on.
@MainActor struct SessionGround {
  let root: AppCoordinator
  let context: AppContext
  let navigation: NavigationController
  let notices: SessionNotices

  var activity: Activity { navigation.activity }
  var log: EventLog { navigation.log }
}
