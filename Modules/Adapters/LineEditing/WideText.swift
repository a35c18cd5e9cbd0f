import CEdit

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A text as C's wide characters, which live as long as the object.
final class WideText {
  /// The characters with a NUL at their end.
  let pointer: UnsafeMutablePointer<wchar_t>

  init(_ text: String) {
    let scalars = text.unicodeScalars.filter { $0.value != 0 }.map { wchar_t(bitPattern: $0.value) }
    pointer = .allocate(capacity: scalars.count + 1)
    pointer.initialize(from: scalars, count: scalars.count)
    pointer[scalars.count] = 0
  }

  /// Creates the text of a prompt. Scalars that take no room are marked by U+0001, because libedit would
  /// draw the next one in their place.
  convenience init(drawing prompt: String) {
    var text = String.UnicodeScalarView()
    for (scalar, takesRoom) in prompt.drawnScalars {
      if takesRoom { text.append(scalar) } else { text += ["\u{1}", scalar, "\u{1}"] }
    }
    self.init(String(text).replacing("\u{1}\u{1}", with: ""))
  }

  deinit { pointer.deallocate() }
}

extension String {
  /// The scalars of a prompt, and whether each takes room on the terminal: the parts of an emoji are drawn in
  /// the place of its first one, as of a family or of a skin tone (UTS #51).
  var drawnScalars: [(scalar: Unicode.Scalar, takesRoom: Bool)] {
    flatMap { character in
      let scalars = character.unicodeScalars
      let isJoined =
        scalars.first?.properties.isEmoji == true
        && scalars.contains { $0 == "\u{200D}" || $0.properties.isEmojiModifier }
      return scalars.enumerated().map { index, scalar in
        (scalar, (index == 0 || !isJoined) && cedit_width(scalar.value) > 0)
      }
    }
  }

  /// The number of columns that the text takes on the terminal.
  var drawnWidth: Int {
    unicodeScalars.reduce(0) { $0 + Int(cedit_width($1.value)) }
  }

  /// Calls a closure with the text as wide characters.
  func withWideCharacters<Value>(_ body: (UnsafePointer<wchar_t>) -> Value) -> Value {
    let wide = WideText(self)
    return withExtendedLifetime(wide) { body(wide.pointer) }
  }
}
