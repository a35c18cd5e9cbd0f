/// The objects that the parts of a session share.
@MainActor struct SessionGround {
  let root: AppCoordinator
  let context: AppContext
  let navigation: NavigationController
  let notices: SessionNotices

  var activity: Activity { navigation.activity }
  var log: EventLog { navigation.log }
}
