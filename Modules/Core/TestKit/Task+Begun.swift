extension Task where Failure == any Error {
  /// Creates a task that has run to its first suspension when this returns, if the system supports
  /// that.
  ///
  /// So a test cancels a task that is already waiting, without a delay.
  static func begun(_ body: @escaping @Sendable () async throws -> Success) -> Self {
    if #available(macOS 26, iOS 26, tvOS 26, watchOS 26, visionOS 26, *) {
      return .immediate { try await body() }
    }
    return Task { try await body() }
  }
}
