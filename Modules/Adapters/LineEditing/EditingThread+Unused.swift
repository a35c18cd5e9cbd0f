// The keys that do nothing.
extension EditingThread {
  /// Binds the keys that do nothing: of a sequence that it does not know, libedit takes the end for typed text, such as
  /// the `~` of Page Down. A function of the app or the user's own file replaces such a binding.
  func bindUnusedKeys() {
    for key in Self.unusedKeys { bindKey(key, to: "ed-unassigned") }
  }

  /// The sequences of xterm's function keys, also with Shift, Alt and Control, and those of the Linux console.
  private static let unusedKeys: [String] = {
    let numbers = [1...8, 11...15, 17...21, 23...26, 28...29, 31...34].flatMap(\.self)
    // 2 is Shift, 8 is Shift, Alt and Control.
    let modified = (2...8).flatMap { modifier in
      numbers.map { "\\e[\($0);\(modifier)~" } + "ABCDEFHPQRS".map { "\\e[1;\(modifier)\($0)" }
    }
    return numbers.map { "\\e[\($0)~" } + modified + "ABCDE".map { "\\e[[\($0)" }
      + "PQRS".map { "\\eO\($0)" } + ["\\e[Z", "\\e[I", "\\e[O"]
  }()
}
