/// A coordinator that can show routes: the first one of a tab, or a flow to which that one passes a route on.
@MainActor public protocol PlaceCoordinator: AnyCoordinator {
  /// Shows a route from the current position of this coordinator's stack, through the guards.
  ///
  /// A guard, such as one for a sign-in, runs as a child, and the navigation continues after it.
  /// Must have no effect but navigation: it is also called to restore the app. Leave no modal layer open: the
  /// restoration can't select the tab of last time below one, and saves the visible tab in its place. If a guest signs
  /// in at a guard, the restoration ends, and the tabs that are not visible start again.
  ///
  /// ```swift
  /// guard route.name == "trip", let trip = route.parameters["id"].flatMap(viewModel.trip) else {
  ///   return .refused(TripRefusal.noTrip)
  /// }
  /// showTrip(trip)
  /// return .shown
  /// ```
  ///
  /// `.noPage` by default: there are no destinations.
  func show(_ route: Route) async -> RouteAnswer

  /// Returns `.shown` if the destination of a link exists, and otherwise the reason. Called before
  /// the user leaves any screen for the link.
  ///
  /// `.shown` by default. Not called when the app is restored.
  func check(_ route: Route) async -> RouteAnswer
}

extension PlaceCoordinator {
  /// Returns `.noPage`: there are no destinations.
  public func show(_ route: Route) async -> RouteAnswer { .noPage }

  /// Returns `.shown`: assumes that the destination exists.
  public func check(_ route: Route) async -> RouteAnswer { .shown }
}
