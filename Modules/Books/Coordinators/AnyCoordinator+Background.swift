import Core

extension AnyCoordinator {
  /// Starts background work of this coordinator, for its view models.
  var background: BackgroundStart {
    { [weak self] in self?.performInBackground($0, $1) }
  }
}
