extension Task where Success == Void, Failure == Never {
  /// Creates a task on the main actor; if the system supports it, the task runs to its first
  /// suspension before this returns.
  ///
  /// An action that never suspends is then complete when the call returns, so no continuation is
  /// resumed on another thread (Docs/decisions/0008).
  @MainActor package static func atOnce(_ body: @escaping @MainActor () async -> Void) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate { @MainActor in await body() }
    }
    return Task { @MainActor in await body() }
  }
}
