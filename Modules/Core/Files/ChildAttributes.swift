#if canImport(Glibc)
  package import Glibc
#elseif canImport(Darwin)
  package import Darwin
#endif

/// The attributes of child processes: they start with no signal blocked or ignored, even if the app
/// ignores it or the starting thread blocks it.
package struct ChildAttributes {
  #if canImport(Darwin)
    /// The type that `posix_spawn` takes.
    package typealias Attributes = posix_spawnattr_t?
  #else
    /// The type that `posix_spawn` takes.
    package typealias Attributes = posix_spawnattr_t
  #endif

  private let ownGroup: Bool

  /// Creates attributes.
  ///
  /// - Parameter ownGroup: whether the child has a process group of its own, so that the terminal's
  ///   signals, such as Ctrl-C, reach only the app.
  package init(ownGroup: Bool = false) {
    self.ownGroup = ownGroup
  }

  /// Calls a closure with the attributes.
  package func use<Value>(_ body: (UnsafePointer<Attributes>) -> Value) -> Value {
    #if canImport(Darwin)
      var attributes: posix_spawnattr_t?
    #else
      var attributes = posix_spawnattr_t()
    #endif
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    if ownGroup { flags |= POSIX_SPAWN_SETPGROUP }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    return body(&attributes)
  }
}
