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

  /// Creates the text of a prompt. Scalars that only change the one before them are marked by U+0001,
  /// because libedit would draw the next one in their place.
  convenience init(drawing prompt: String) {
    var text = ""
    for character in prompt {
      guard let first = character.unicodeScalars.first else { continue }
      let rest = String(String.UnicodeScalarView(character.unicodeScalars.dropFirst()))
      let isVisible = cedit_width(first.value) > 0
      text += isVisible ? String(first) : "\u{1}\(first)\u{1}"
      if !rest.isEmpty { text += "\u{1}\(rest)\u{1}" }
    }
    self.init(text.replacing("\u{1}\u{1}", with: ""))
  }

  deinit { pointer.deallocate() }
}

extension String {
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
