import Synchronization

/// A source of random numbers.
public protocol RandomSource: Sendable {
  /// The next 64 random bits.
  func next() -> UInt64
}

extension RandomSource {
  /// Returns a number from 0 up to, but not including, `bound`, which is at least 1.
  public func next(below bound: Int) -> Int {
    // The product's upper half: bounds far below 2^64 have no visible bias.
    Int(next().multipliedFullWidth(by: UInt64(max(1, bound))).high)
  }
}

/// The system's random numbers.
public struct SystemRandomness: RandomSource {
  /// Creates the source.
  public init() {}

  /// The next 64 random bits.
  public func next() -> UInt64 {
    var generator = SystemRandomNumberGenerator()
    return generator.next()
  }
}

/// A deterministic sequence: SplitMix64, as Java's `SplittableRandom` defines it.
///
/// For tests and for repeatable sessions; not for secrets.
public final class SeededRandomness: RandomSource, RandomNumberGenerator {
  private let state: Mutex<UInt64>

  /// Creates the source.
  public init(seed: UInt64) {
    state = Mutex(seed)
  }

  /// The next 64 bits.
  public func next() -> UInt64 {
    state.withLock { state in
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }
}
