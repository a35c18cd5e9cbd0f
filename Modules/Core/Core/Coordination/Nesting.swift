/// Keeps chains of calls from using up the stack: starts within starts, and outcomes that start the
/// next flow.
///
/// What is asked for within ``limit`` others is put off until the outermost one has returned, in the
/// order in which it came. A coordinator that is nested so deeply runs, but shows its first screen
/// only then.
@MainActor final class Nesting {
  /// The number of calls within each other.
  static let limit = 100

  private var depth = 0
  private var deferred: [() -> Void] = []
  private var isCatchingUp = false

  /// Whether something is put off.
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
