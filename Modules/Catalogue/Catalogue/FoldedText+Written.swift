extension FoldedText {
  /// Returns folded words, separated by spaces, as texts write them, in small letters: `ёлка` for `елка`. A word that
  /// no text has stays folded.
  package static func written(_ words: [String], in texts: [String]) -> String {
    let words = words.map { (word: $0, folded: FoldedText($0).bytes) }
    var missing = Set(words.map(\.folded))
    var written: [[UInt8]: String] = [:]
    for text in texts where !missing.isEmpty {
      for apostrophe in [Apostrophe.joins, .separates] {
        for piece in pieces(of: text, apostrophe) {
          let folded = FoldedText(piece, apostrophe).bytes
          if missing.remove(folded) != nil { written[folded] = piece.lowercased() }
        }
      }
    }
    return words.map { written[$0.folded] ?? $0.word }.joined(separator: " ")
  }

  /// Returns the words of a text as they are written.
  private static func pieces(of text: String, _ apostrophe: Apostrophe) -> [String] {
    let pieces = text.unicodeScalars.split { scalar in
      switch FoldingTable.role(of: scalar) {
      case .separator: true
      case .apostrophe: apostrophe == .separates
      case .letter, .nothing: false
      }
    }
    return pieces.map { String($0) }
  }
}
