import Core

/// Asks what to do about a damaged database; finishes with the user's decision.
final class DamageCoordinator: Coordinator<Void> {
  private let viewModel: DamageViewModel

  init(_ current: CurrentDamage, services: BackupsServices) {
    viewModel = DamageViewModel(current, services: services)
    super.init()
  }

  override func start() {
    push(DamageScreen(viewModel) { [weak self] in self?.finish(()) })
  }
}
