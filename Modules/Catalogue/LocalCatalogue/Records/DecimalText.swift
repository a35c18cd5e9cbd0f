/// Writes numbers as text without an intermediate `String` (`make bench`: the 95th percentile of searches).
enum DecimalText {
  /// The maximum length of a number, in bytes.
  static let longest = 20

  /// Writes a number into a buffer with room for ``longest`` digits.
  ///
  /// - Returns: the end of the number.
  static func write(
    _ number: Int, to bytes: UnsafeMutableBufferPointer<UInt8>, at start: Int
  ) -> Int {
    var start = start
    // A damaged table may have such a number.
    if number < 0 {
      bytes[start] = UInt8(ascii: "-")
      start += 1
    }
    var end = start + 1
    var rest = number.magnitude
    while rest >= 10 {
      rest /= 10
      end += 1
    }
    rest = number.magnitude
    for place in stride(from: end - 1, through: start, by: -1) {
      bytes[place] = UInt8(ascii: "0") + UInt8(truncatingIfNeeded: rest % 10)
      rest /= 10
    }
    return end
  }

  /// Returns numbers as a JSON array.
  static func list(_ numbers: [Int]) -> String {
    String(unsafeUninitializedCapacity: 2 + (longest + 1) * numbers.count) { bytes in
      bytes[0] = UInt8(ascii: "[")
      var end = 1
      for number in numbers {
        if end > 1 {
          bytes[end] = UInt8(ascii: ",")
          end += 1
        }
        end = write(number, to: bytes, at: end)
      }
      bytes[end] = UInt8(ascii: "]")
      return end + 1
    }
  }
}
