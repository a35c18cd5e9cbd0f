extension Task where Success == Void, Failure == Never {
  /// Makes a task on the main actor; where the system can, one that runs to its first suspension
  /// before this returns.
  ///
  /// An action that never suspends is then over when the call returns, and is not waited for: waiting
  /// costs two changes of thread, because a continuation is resumed on the global executor.
  @MainActor package static func atOnce(_ body: @escaping @MainActor () async -> Void) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate { @MainActor in await body() }
    }
    return Task { @MainActor in await body() }
  }
}
