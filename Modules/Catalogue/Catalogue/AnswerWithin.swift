/// Asks a question, and returns the answer, or nil if `patience` ends first. Cancels whichever is still running, and
/// waits for its end.
func answerWithin<Value: Sendable>(
  _ patience: @escaping @Sendable () async throws -> Void,
  _ question: @escaping @Sendable () async throws(CatalogueError) -> Value
) async -> Result<Value, CatalogueError>? {
  await withTaskGroup(of: Result<Value, CatalogueError>?.self) { group in
    group.addTask {
      do throws(CatalogueError) {
        return .success(try await question())
      } catch {
        return .failure(error)
      }
    }
    group.addTask {
      try? await patience()
      return nil
    }
    defer { group.cancelAll() }
    return await group.next() ?? nil
  }
}
