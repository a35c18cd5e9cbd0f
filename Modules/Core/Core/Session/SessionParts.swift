/// The parts that the objects of a session share.
@MainActor struct SessionParts {
  let root: AppCoordinator
  let context: AppContext
  let navigation: NavigationController
  let notices: SessionNotices

  var activity: Activity { navigation.activity }
  var log: EventLog { navigation.log }
}
