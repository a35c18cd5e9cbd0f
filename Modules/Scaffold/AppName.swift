/// The name of an app in its different spellings.
public struct AppName: Hashable, Sendable {
  /// The maximum length, in letters.
  public static let maximumLength = 30

  /// The name of the product and its program, such as `Acme`.
  public let text: String
  /// The scheme of links and the beginning of file names, such as `acme`.
  public var word: String { text.lowercased() }
  /// The beginning of environment variables, such as `ACME`.
  public var variable: String { text.uppercased() }
  /// The name in addresses, such as `acme` or `acme-books` for `AcmeBooks`.
  public var address: String {
    (try? FeatureName(text, taken: []).word) ?? word
  }
  /// The name in every spelling.
  var spellings: [String] { [text, variable, address, word] }
  /// The mark of its databases: a hash of the name (FNV-1a, 32 bits), positive and never 0.
  public var applicationID: Int32 {
    let hash = text.utf8.reduce(UInt32(2_166_136_261)) { ($0 ^ UInt32($1)) &* 16_777_619 }
    return Int32(hash & 0x7FFF_FFFF | 1)
  }

  /// Parses a name.
  ///
  /// - Parameters:
  ///   - text: ASCII letters and digits, beginning with a capital letter.
  ///   - taken: the names of the modules of the project, and of Swift.
  /// - Throws: ``ProjectError`` for an invalid name.
  public init(_ text: String, taken: Set<String>) throws(ProjectError) {
    guard (2...Self.maximumLength).contains(text.utf8.count),
      text.wholeMatch(of: /[A-Z][A-Za-z0-9]+/) != nil
    else { throw .appName(text, maximumLength: Self.maximumLength) }
    let lowercased = text.lowercased()
    guard !taken.contains(where: { $0.lowercased() == lowercased }),
      // The same rules as for the name of a module.
      (try? FeatureName(text, taken: taken)) != nil
    else { throw .takenName(text) }
    self.text = text
  }

  /// Creates the name of an existing app.
  init(existing text: String) { self.text = text }

  /// Returns a text in which another app's name became this one, in each spelling. A longer word that
  /// contains the name stays: from Note to Acme, `Notes` and `notebook` are as before.
  func renamed(_ text: String, from old: AppName) -> String {
    // The longer spelling first: an address can contain the word.
    var names = [(old.text, self.text), (old.variable, variable)]
    // A name of one word has the same word in addresses.
    if old.address != old.word { names.append((old.address, address)) }
    names.append((old.word, word))
    return names.reduce(text) { text, name in Self.replacing(name.0, with: name.1, in: text) }
  }

  /// Returns whether a text has the name as a word, in any spelling.
  func isWord(in text: String) -> Bool {
    spellings.contains { !Self.ranges(of: $0, in: text).isEmpty }
  }

  private static func replacing(_ old: String, with new: String, in text: String) -> String {
    var (result, end) = ("", text.startIndex)
    for range in ranges(of: old, in: text) {
      result += text[end..<range.lowerBound] + new
      end = range.upperBound
    }
    return result + text[end...]
  }

  /// Returns where a spelling is a word, and not a part of a longer one, such as Notes of Note.
  private static func ranges(of spelling: String, in text: String) -> [Range<String.Index>] {
    func isLower(_ letter: Character?) -> Bool { letter.map { "a"..."z" ~= $0 } ?? false }
    func isUpper(_ letter: Character?) -> Bool { letter.map { "A"..."Z" ~= $0 } ?? false }
    let isVariable = !spelling.contains(where: \.isLowercase)
    return text.ranges(of: spelling).filter { range in
      let (before, after) = (text[..<range.lowerBound].last, text[range.upperBound...].first)
      if isVariable { return !isUpper(before) && !isUpper(after) }
      return !(isLower(before) && isLower(spelling.first)) && !isLower(after)
    }
  }
}
