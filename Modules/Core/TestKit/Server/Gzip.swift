package import Foundation

/// Writes gzip files (RFC 1952) without a library: data as it is, and zeros as small as they get.
package enum Gzip {
  /// Identification, deflate, no flags, no time, unknown system (RFC 1952, section 2.3).
  static let header = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 255])

  /// Wraps data in stored blocks (RFC 1951, section 3.2.4).
  static func data(_ data: Data) -> Data {
    var file = header
    var rest = data[...]
    repeat {
      let block = rest.prefix(0xFFFF)
      rest = rest.dropFirst(block.count)
      let size = UInt16(block.count)
      file += Data([rest.isEmpty ? 1 : 0]) + bytes(size) + bytes(~size) + block
    } while !rest.isEmpty
    return file + bytes(CRC32.of(data)) + bytes(UInt32(truncatingIfNeeded: data.count))
  }

  /// A file that expands to at least a number of zeros; a thousandth of their size.
  package static func ofZeros(_ size: Int) -> Data {
    let file = zeros(size / 1032 + 1)
    return file.head + Data(count: file.count) + file.tail
  }

  /// A file of zeros: 1 KB for 1 MB.
  ///
  /// One block with own Huffman codes: a literal 0, then matches of 258 bytes at distance 1. Such a match
  /// is two bits, both 0, so four of them are a byte 0.
  ///
  /// - Parameter units: how many units of 1,032 zeros, the content of one byte of the file.
  /// - Returns: what stands before the bytes 0, how many there are, and what stands behind.
  static func zeros(_ units: Int) -> (head: Data, count: Int, tail: Data) {
    var bits = Bits()
    bits.append(1, 1)  // The last block.
    bits.append(2, 2)  // With own codes (RFC 1951, section 3.2.7).
    bits.append(29, 5)  // 286 codes of literals and lengths.
    bits.append(0, 5)  // 1 code of distances.
    bits.append(14, 4)  // 18 codes of code lengths, in the order of the RFC: 16 17 18 0 8 ... 1.
    for symbol in [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1] {
      bits.append(symbol == 18 ? 1 : symbol < 3 && symbol > 0 ? 2 : 0, 3)
    }
    // These codes: 18 (zeros, 11 and more) is 0, a length of 1 is 10, one of 2 is 11.
    let one = [1, 0]
    let two = [1, 1]
    func skip(_ count: Int) {
      bits.append([0])
      bits.append(count - 11, 7)
    }
    bits.append(two)  // The literal 0.
    skip(138)
    skip(117)
    bits.append(two)  // 256, the end of the block.
    skip(28)
    bits.append(one)  // 285, the length 258.
    bits.append(one)  // The distance 1.
    bits.append([1, 0])  // A literal 0. The codes: 285 is 0, 0 is 10, 256 is 11.
    var matches = 0
    while bits.count % 8 != 0 {
      // A half of a match at the end of the byte goes on in the next one.
      bits.append([0])
      matches += 1
    }
    let head = header + bits.data
    var end = Bits()
    if matches % 2 == 1 { end.append([0]) }
    end.append([1, 1])
    let size = 1 + (matches + 1) / 2 * 258 + units * 1032
    let check = bytes(CRC32.ofZeros(size)) + bytes(UInt32(truncatingIfNeeded: size))
    return (head, units, end.data + check)
  }

  private static func bytes(_ number: some FixedWidthInteger) -> Data {
    withUnsafeBytes(of: number.littleEndian) { Data($0) }
  }
}

/// Bits in deflate's order: from the lowest bit of each byte (RFC 1951, section 3.1.1).
private struct Bits {
  private var bytes: [UInt8] = []
  private(set) var count = 0

  /// Appends a number, its lowest bit first.
  mutating func append(_ number: Int, _ width: Int) {
    append((0..<width).map { number >> $0 & 1 })
  }

  /// Appends bits, as those of a Huffman code.
  mutating func append(_ bits: [Int]) {
    for bit in bits {
      if count % 8 == 0 { bytes.append(0) }
      bytes[bytes.count - 1] |= UInt8(bit) << (count % 8)
      count += 1
    }
  }

  var data: Data { Data(bytes) }
}

/// The checksum of gzip (RFC 1952, section 8).
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { byte in
    (0..<8).reduce(UInt32(byte)) { sum, _ in step(sum) }
  }

  /// The sum of data.
  static func of(_ data: Data) -> UInt32 {
    ~data.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }

  /// The sum of zeros, in a time that grows with the logarithm of their number.
  ///
  /// A zero byte multiplies the register by x^8 modulo the polynomial; the lowest bit is the highest power.
  static func ofZeros(_ count: Int) -> UInt32 {
    var factor: UInt32 = 1 << 23  // x^8
    var register: UInt32 = ~0
    var left = count
    while left > 0 {
      if left & 1 == 1 { register = product(register, factor) }
      factor = product(factor, factor)
      left >>= 1
    }
    return ~register
  }

  private static func step(_ sum: UInt32) -> UInt32 {
    sum & 1 == 1 ? 0xEDB8_8320 ^ sum >> 1 : sum >> 1
  }

  private static func product(_ one: UInt32, _ other: UInt32) -> UInt32 {
    var sum: UInt32 = 0
    var shifted = one
    for bit in (0..<32).reversed() {
      if other >> UInt32(bit) & 1 == 1 { sum ^= shifted }
      shifted = step(shifted)
    }
    return sum
  }
}
