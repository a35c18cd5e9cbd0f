import Foundation

/// The keyed hash of an address: SipHash-2-4 (Aumasson and Bernstein, 2012), which can't be
/// computed or reversed without the key.
struct AddressHash {
  /// The length of a key, in bytes.
  static let keyLength = 16

  private let key: (UInt64, UInt64)

  /// Creates a hash function with a key of sixteen bytes; nil for another length.
  init?(key: Data) {
    guard key.count == Self.keyLength else { return nil }
    let bytes = [UInt8](key)
    self.key = (Self.word(bytes[..<8]), Self.word(bytes[8...]))
  }

  /// Returns the hash of an address, ignoring case.
  func hash(_ email: EmailAddress) -> Int64 {
    Int64(bitPattern: hash(Array(email.key.utf8)))
  }

  /// Returns the hash of bytes.
  func hash(_ bytes: [UInt8]) -> UInt64 {
    var state = State(
      v0: key.0 ^ 0x736F_6D65_7073_6575, v1: key.1 ^ 0x646F_7261_6E64_6F6D,
      v2: key.0 ^ 0x6C79_6765_6E65_7261, v3: key.1 ^ 0x7465_6462_7974_6573)
    let whole = bytes.count - bytes.count % 8
    for start in stride(from: 0, to: whole, by: 8) {
      state.absorb(Self.word(bytes[start..<(start + 8)]))
    }
    state.absorb(Self.word(bytes[whole...]) | UInt64(truncatingIfNeeded: bytes.count) << 56)
    state.v2 ^= 0xFF
    for _ in 0..<4 { state.round() }
    return state.v0 ^ state.v1 ^ state.v2 ^ state.v3
  }

  /// Returns up to eight bytes as a little-endian number.
  private static func word(_ bytes: ArraySlice<UInt8>) -> UInt64 {
    bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  private struct State {
    var v0: UInt64
    var v1: UInt64
    var v2: UInt64
    var v3: UInt64

    mutating func absorb(_ word: UInt64) {
      v3 ^= word
      for _ in 0..<2 { round() }
      v0 ^= word
    }

    mutating func round() {
      v0 &+= v1
      v1 = Self.rotated(v1, 13) ^ v0
      v0 = Self.rotated(v0, 32)
      v2 &+= v3
      v3 = Self.rotated(v3, 16) ^ v2
      v0 &+= v3
      v3 = Self.rotated(v3, 21) ^ v0
      v2 &+= v1
      v1 = Self.rotated(v1, 17) ^ v2
      v2 = Self.rotated(v2, 32)
    }

    private static func rotated(_ word: UInt64, _ count: UInt64) -> UInt64 {
      word << count | word >> (64 - count)
    }
  }
}
