import Dispatch

/// Tells whether code runs where the main actor's does.
///
/// `Thread.isMainThread` does not: on Linux a test run serves the main queue from other threads.
public enum MainActorProbe {
  private static let key: DispatchSpecificKey<Bool> = {
    let key = DispatchSpecificKey<Bool>()
    DispatchQueue.main.setSpecific(key: key, value: true)
    return key
  }()

  /// Whether this code runs on the main actor's queue.
  public static var isOnMainActor: Bool { DispatchQueue.getSpecific(key: key) ?? false }
}
