import Services
import Synchronization

/// Counts the changes of each owner's purchases, at the provider and in the store. An answer of the provider to a
/// request from before a change is not stored after it.
final class ChangeCounts: Sendable {
  private let counts = Mutex<[Owner: Int]>([:])

  /// Records a change of an owner's purchases.
  func add(_ owner: Owner) {
    counts.withLock { $0[owner, default: 0] += 1 }
  }

  /// Returns the number of changes of an owner's purchases.
  func count(of owner: Owner) -> Int {
    counts.withLock { $0[owner, default: 0] }
  }
}
