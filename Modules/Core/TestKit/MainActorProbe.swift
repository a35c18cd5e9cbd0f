import Dispatch

/// Detects code that runs on the main actor's queue.
///
/// `Thread.isMainThread` does not: on Linux a test run serves the main queue from other threads.
public enum MainActorProbe {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether the current code runs on the main actor's queue.
  public static var isOnMainActor: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
