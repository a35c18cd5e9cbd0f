import Core

extension AnyCoordinator {
  /// Asks before books are removed. Returns whether the reader wants to remove them.
  func confirmRemoval(_ question: RemovalText) async -> Bool {
    let alert = AlertCoordinator(
      title: question.title, message: question.message, buttons: RemovalText.buttons)
    return await run(alert, .present).value == RemovalText.remove
  }
}
