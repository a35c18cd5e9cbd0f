import Core

/// Shows the screen; ends when the user leaves it.
final class TemplateCoordinator: Coordinator<Void> {
  override func start() {
    push(TemplateScreen(TemplateViewModel()))
  }
}
