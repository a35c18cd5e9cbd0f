import Core

/// Asks what to do about a database that was damaged; finished when a person has said so.
final class DamageCoordinator: Coordinator<Void> {
  private let current: CurrentDamage

  init(_ current: CurrentDamage) {
    self.current = current
    super.init()
  }

  override func start() {
    push(DamageScreen(current) { [weak self] in self?.finish(()) })
  }
}
