/// A coordinator that can go to places: the one at the bottom of a tab.
@MainActor public protocol PlaceCoordinator: AnyCoordinator {
  /// Goes on to a place from where this coordinator's stack is now, through the guards.
  ///
  /// A guard that wants something first, such as a sign-in, runs it as a child and goes on after.
  /// Has no other effect than navigation: it is also called to restore the app.
  ///
  /// ```swift
  /// guard route.name == "trip", let trip = route.parameters["id"].flatMap(viewModel.trip) else {
  ///   return .refused("there is no such trip")
  /// }
  /// showTrip(trip)
  /// return .shown
  /// ```
  func show(_ route: Route) async -> RouteAnswer

  /// Says whether a place that a link leads to is there, before anything is left for it.
  ///
  /// The default says that it is. Not asked when the app is restored.
  func check(_ route: Route) async -> RouteAnswer
}

extension PlaceCoordinator {
  /// Assumes that the place exists.
  public func check(_ route: Route) async -> RouteAnswer { .shown }
}
