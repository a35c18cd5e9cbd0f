/// Limits the depth of nested calls, so that chains of starts and outcomes do not overflow the
/// stack.
///
/// Calls nested deeper than ``limit`` are deferred until the outermost one has returned, in order.
/// A coordinator that starts in a deferred call is running before, but shows its first screen only
/// then.
@MainActor final class Nesting {
  /// The maximum depth.
  static let limit = 100

  private var depth = 0
  private var deferred: [() -> Void] = []
  private var isCatchingUp = false

  /// Whether calls are deferred.
  var hasDeferred: Bool { isCatchingUp || !deferred.isEmpty }

  func run(_ body: @escaping () -> Void) {
    guard depth < Self.limit else { return deferred.append(body) }
    depth += 1
    body()
    depth -= 1
    guard depth == 0, !deferred.isEmpty else { return }
    isCatchingUp = true
    defer { isCatchingUp = false }
    while !deferred.isEmpty {
      let next = deferred
      deferred = []
      depth = 1
      for body in next { body() }
      depth = 0
    }
  }
}
