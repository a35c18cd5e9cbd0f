import Terminal

/// A stand-in has only the functions that its test is about.
extension LineEditor {
  func read(_ question: LineQuestion) async -> InputLine { .end }
  func interrupt() {}
  func watch(_ typed: @escaping @MainActor @Sendable (String) -> Void) {}
  func endWatch(discards: Bool) {}
  func redraw(_ question: LineQuestion, below text: String) {}
  func restoreTerminal() {}
  func remember(_ line: String) {}
  func ask(
    _ questions: String, answered: @escaping @MainActor @Sendable ([TerminalAnswer]) -> Void
  ) {}
  func forget(_ isForgotten: @escaping @Sendable (String) -> Bool) {}
}
