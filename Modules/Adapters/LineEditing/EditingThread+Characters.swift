import CEdit

// The keys that move over a whole Character or delete one. An emoji or a letter with marks may be several scalars, of
// which libedit's own functions take one.
extension EditingThread {
  /// The key that a search gets in place of Backspace, because it knows libedit's own functions only. No user types it:
  /// Ctrl-\ never reaches libedit.
  static let deletionInSearch: Unicode.Scalar = "\u{1C}"

  private static let characterBindings = [
    ("^?", "delete-previous-character"), ("^H", "delete-previous-character"),
    ("\\e[3~", "delete-next-character"),
    ("^B", "previous-character"), ("\\e[D", "previous-character"), ("\\eOD", "previous-character"),
    ("^F", "next-character"), ("\\e[C", "next-character"), ("\\eOC", "next-character"),
  ]

  /// Binds the keys for whole Characters.
  func bindCharacterKeys() {
    cedit_add_character_functions(
      editor,
      { editor, _ in EditingThread.of(editor)?.moveToPrevious() ?? UInt8(CC_ERROR) },
      { editor, _ in EditingThread.of(editor)?.moveToNext() ?? UInt8(CC_ERROR) },
      { editor, _ in EditingThread.of(editor)?.deletePrevious() ?? UInt8(CC_ERROR) },
      { editor, _ in EditingThread.of(editor)?.deleteNext() ?? UInt8(CC_ERROR) })
    for (key, command) in Self.characterBindings { bindKey(key, to: command) }
  }

  private func moveToPrevious() -> UInt8 {
    apply(to: lineBeforeCursor.last, CC_CURSOR) { _ = cedit_move(editor, -$0) }
  }

  private func moveToNext() -> UInt8 {
    apply(to: lineAfterCursor.first, CC_CURSOR) { _ = cedit_move(editor, $0) }
  }

  private func deletePrevious() -> UInt8 {
    apply(to: lineBeforeCursor.last, CC_REFRESH) { cedit_delete(editor, $0) }
  }

  private func deleteNext() -> UInt8 {
    apply(to: lineAfterCursor.first, CC_REFRESH) { count in
      _ = cedit_move(editor, count)
      cedit_delete(editor, count)
    }
  }

  /// Calls a closure with the number of a Character's scalars.
  ///
  /// - Parameters:
  ///   - character: the Character, or nil at the end of the line.
  ///   - answer: what libedit does then, unless the line is drawn again.
  /// - Returns: what libedit does then.
  private func apply(
    to character: Character?, _ answer: Int32, _ change: (Int32) -> Void
  ) -> UInt8 {
    guard let character else { return UInt8(CC_ERROR) }
    let count = Int32(character.unicodeScalars.count)
    guard mayBeNarrower else {
      change(count)
      return UInt8(answer)
    }
    eraseDrawing()
    change(count)
    cedit_draw(editor)
    return UInt8(CC_NORM)
  }

  /// Whether the terminal may show the line in fewer columns than libedit counts: it joins the parts of an emoji that
  /// are typed one after another.
  private var mayBeNarrower: Bool {
    wholeLine.unicodeScalars.contains {
      $0.value >= 0x80 && (cedit_width($0.value) == 0 || $0.properties.isEmojiModifier)
    }
  }
}
