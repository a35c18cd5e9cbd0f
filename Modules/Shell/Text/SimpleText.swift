// Most text consists of letters and symbols that need no rules. It is measured and wrapped byte by
// byte; other text is handled by Characters. `make bench` measures it with the journeys.

nonisolated extension Unicode.Scalar {
  /// Whether the scalar, beside others of its kind, is a Character of one column, written from left
  /// to right, visible, and no line break.
  ///
  /// Only some of these scalars are included: Latin, Greek, Cyrillic, and common symbols of
  /// screens. A space is simple, too, though lines break there.
  var isSimple: Bool {
    switch value {
    case 0x20..<0x7F, 0xA0..<0xAD, 0xAE..<0x300: true
    case 0x370..<0x483, 0x48A..<0x530: true
    case 0x2010...0x2027, 0x2030..<0x205F: true
    // Arrows, lines, blocks, stars and the check mark.
    case 0x2190..<0x2200, 0x2500..<0x25A0, 0x2605...0x2606, 0x2713: true
    default: false
    }
  }
}

nonisolated extension String {
  /// The columns of a completely simple text, or nil for any other.
  var simpleColumns: Int? {
    utf8.withContiguousStorageIfAvailable { $0.simpleColumns(allowing: nil) } ?? nil
  }

  /// Returns whether the text is simple except for one kind of byte.
  func isSimple(but allowed: UInt8) -> Bool {
    utf8.withContiguousStorageIfAvailable { $0.simpleColumns(allowing: allowed) != nil } ?? false
  }
}

nonisolated extension UnsafeBufferPointer<UInt8> {
  /// Returns the number of scalars if all are simple or the allowed one; the bytes are UTF-8.
  fileprivate func simpleColumns(allowing allowed: UInt8?) -> Int? {
    // Reads to the end and has no branches, so that the compiler compares many bytes at once.
    let allowed = allowed ?? UInt8(ascii: " ")
    var (controls, all): (UInt8, UInt8) = (0, 0)
    for byte in self {
      controls |= (byte < 0x20 || byte == 0x7F) && byte != allowed ? 1 : 0
      all |= byte
    }
    guard controls == 0 else { return nil }
    return all < 0x80 ? count : simpleScalars
  }

  /// The number of scalars if all are simple or control characters.
  private var simpleScalars: Int? {
    var scalars = 0
    // A continuation byte belongs to the scalar before it.
    for index in indices where self[index] & 0xC0 != 0x80 {
      if self[index] >= 0x80, multibyteScalar(at: index)?.isSimple != true { return nil }
      scalars += 1
    }
    return scalars
  }

  /// Returns a scalar of two or three bytes, or nil for a longer one.
  private func multibyteScalar(at index: Int) -> Unicode.Scalar? {
    let first = UInt32(self[index])
    let length = first < 0xE0 ? 2 : 3
    guard first < 0xF0, index + length <= count else { return nil }
    let second = UInt32(self[index + 1] & 0x3F)
    return Unicode.Scalar(
      length == 2
        ? (first & 0x1F) << 6 | second
        : (first & 0x0F) << 12 | second << 6 | UInt32(self[index + 2] & 0x3F))
  }
}
