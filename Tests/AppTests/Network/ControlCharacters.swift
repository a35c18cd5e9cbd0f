// Needs: Books

extension Unicode.Scalar {
  /// Whether a terminal may obey the character instead of showing it: a control of ECMA-48, or one that
  /// turns the direction of the text around it.
  var isControl: Bool {
    switch value {
    case 0..<0x20, 0x7F..<0xA0, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
