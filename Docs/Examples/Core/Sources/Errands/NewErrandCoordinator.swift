import Core
import Services

/// Asks for a new errand; the outcome is the errand.
final class NewErrandCoordinator: Coordinator<Errand> {
  private let draft = ErrandDraft()

  override func start() {
    push(NewErrandScreen(draft) { [weak self] in self?.save() })
  }

  private func save() {
    finish(Errand(id: Identifier(context.identifiers.next("errand")), title: draft.title))
  }
}
