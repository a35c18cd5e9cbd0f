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
    else { throw .appName(text) }
    let lowercased = text.lowercased()
    guard !taken.contains(where: { $0.lowercased() == lowercased }),
      // The same rules as for the name of a module.
      (try? FeatureName(text, taken: taken)) != nil
    else { throw .takenName(text) }
    self.text = text
  }

  /// Creates the name of an existing app.
  init(existing text: String) { self.text = text }

  /// Returns a text in which another app's name became this one, in each spelling.
  func renamed(_ text: String, from old: AppName) -> String {
    // The longer spelling first: an address can contain the word.
    text.replacing(old.text, with: self.text).replacing(old.variable, with: variable)
      .replacing(old.address, with: address).replacing(old.word, with: word)
  }
}
