import Core

extension AnyCoordinator {
  /// Asks a question before books are removed; false if they stay.
  func agrees(to question: RemovalText.Question) async -> Bool {
    let alert = AlertCoordinator(
      title: question.title, message: question.message, buttons: question.buttons)
    return await run(alert, .present).value == RemovalText.remove
  }
}
