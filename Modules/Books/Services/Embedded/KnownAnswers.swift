import Synchronization

/// The answers that were given last, by address, up to a size.
final class KnownAnswers: Sendable {
  private struct State {
    var answers: [String: [UInt8]] = [:]
    var size = 0
  }

  /// The size of all answers and their addresses, in bytes, from which they are forgotten.
  static let capacity = 1 << 20

  private let state = Mutex(State())

  /// The answer to an address, or nil for one that is not known, or not any more.
  ///
  /// Kept as an array: a `Data` marks its pointers, and a leak checker takes what it keeps for lost.
  subscript(address: String) -> [UInt8]? {
    get { state.withLock { $0.answers[address] } }
    set {
      guard let newValue else { return }
      let size = address.utf8.count + newValue.count
      guard size <= Self.capacity / 8 else { return }
      state.withLock { state in
        // All at once: to make one again takes less than to keep account of their use.
        if state.size + size > Self.capacity { state = State() }
        if state.answers.updateValue(newValue, forKey: address) == nil { state.size += size }
      }
    }
  }
}
