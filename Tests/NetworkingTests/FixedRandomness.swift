import Services

/// Always the same random number.
struct FixedRandomness: RandomSource {
  let bits: UInt64
  func next() -> UInt64 { bits }
}
