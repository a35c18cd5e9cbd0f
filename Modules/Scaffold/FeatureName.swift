/// The name of a new feature or screen in its different forms.
public struct FeatureName: Hashable, Sendable {
  /// The module's name and the prefix of its types, such as `ReadingClubs`.
  public let module: String
  /// The name in links, in stored data and in the command `tab`, such as `reading-clubs`.
  public let word: String
  /// The name in the app's list of features, such as `readingClubs`.
  public let member: String
  /// The visible name, such as `Reading clubs`.
  public let title: String

  /// The maximum length, in letters.
  public static let maximumLength = 30

  /// Names that neither a module nor a screen can have.
  private static let reserved: Set<String> = ["Core", "Self", "Swift", "Template", "Tests", "Type"]

  /// Modules of Swift and its packages; a module of the app can't have their names.
  private static let modules: Set<String> = [
    "Combine", "Cxx", "CxxStdlib", "Dispatch", "Distributed", "Foundation", "FoundationEssentials",
    "FoundationInternationalization", "FoundationNetworking", "FoundationXML", "Glibc",
    "Observation", "RegexBuilder", "Runtime", "StringProcessing", "SwiftOnoneSupport", "SwiftUI",
    "Synchronization", "Testing", "UIKit", "XCTest",
  ]

  /// Reserved words, which can't name a member without backticks, members that a feature's own would redeclare,
  /// and the names of singletons, which the architecture rules refuse.
  private static let keywords: Set<String> = [
    "all", "any", "as", "associatedtype", "break", "case", "catch", "class", "continue", "default",
    "defer", "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate",
    "for", "func", "guard", "id", "if", "import", "in", "init", "inout", "instance", "internal",
    "is", "let", "make", "nil", "operator", "precedencegroup", "private", "protocol", "public",
    "repeat",
    "rethrows", "retired", "return", "self", "shared", "sharedinstance", "singleton", "static",
    "struct", "subscript", "super", "switch",
    "throw", "throws", "true", "try", "typealias", "var", "where", "while",
  ]

  /// Parses a name.
  ///
  /// - Parameters:
  ///   - text: ASCII letters and digits, beginning with a capital letter.
  ///   - taken: the names of existing modules, tabs and commands, in any case of their letters.
  ///   - isModule: whether a module gets the name; the types of a screen have endings of their own.
  /// - Throws: ``ScaffoldError`` for an invalid name.
  public init(
    _ text: String, taken: Set<String>, isModule: Bool = true
  ) throws(ScaffoldError) {
    guard let first = text.utf8.first, UInt8(ascii: "A")...UInt8(ascii: "Z") ~= first,
      text.utf8.count <= Self.maximumLength, text.utf8.allSatisfy(Self.isLetter),
      text.utf8.count > 1
    else { throw .name(text) }
    let words = Self.words(of: text)
    word = words.map { $0.lowercased() }.joined(separator: "-")
    let forms: Set = [text.lowercased(), word]
    let isTaken = taken.contains { forms.contains($0.lowercased()) }
    guard !isTaken, !Self.reserved.contains(text), !isModule || !Self.modules.contains(text),
      !Self.keywords.contains(text.lowercased()),
      !text.hasSuffix("Tests"), !text.hasSuffix("Feature")
    else { throw .taken(text) }
    module = text
    member = words[0].lowercased() + words.dropFirst().joined()
    // SQLite reserves the names of tables that begin with sqlite_ (sqlite.org/lang_createtable.html).
    guard member.lowercased() != "sqlite" else { throw .taken(text) }
    title = (words.prefix(1) + words.dropFirst().map(Self.inSentence)).joined(separator: " ")
  }

  /// Returns a template's text with this name in the place of `Template`.
  ///
  /// - Parameter words: what stands in the place of `TemplateModule` and `TemplateText`, if it is not made
  ///   of this name.
  func fill(_ text: String, _ words: [String: String] = [:]) -> String {
    // In one pass: a name can contain the word itself, such as EmailTemplate.
    text.replacing(
      /"Template"|templateMember|TemplateModule|TemplateText|Template|template/
    ) { found in
      if let word = words[String(found.0)] { return word }
      return switch found.0 {
      case "TemplateModule", "TemplateText": "\(module)\(found.0.dropFirst(8))"
      case "\"Template\"": "\"\(title)\""
      case "templateMember": member
      case "Template": module
      default: word
      }
    }
  }

  /// The words of a name; a run of capitals is one word, up to the capital that begins the next. An `s` alone
  /// behind it makes it a plural, such as `URLs`.
  private static func words(of text: String) -> [String] {
    let letters = Array(text)
    func isSmall(_ index: Int) -> Bool { index < letters.count && letters[index].isLowercase }
    var words: [String] = []
    for (index, letter) in letters.enumerated() {
      let isPlural = index + 1 < letters.count && letters[index + 1] == "s" && !isSmall(index + 2)
      let isStart =
        index == 0
        || letter.isUppercase
          && (!letters[index - 1].isUppercase || isSmall(index + 1) && !isPlural)
      if isStart { words.append("") }
      words[words.count - 1].append(letter)
    }
    return words
  }

  /// Acronyms and letters, such as that of `VitaminD`, stay as they are; `A` is an article.
  private static func inSentence(_ word: String) -> String {
    let isLetter = word.count == 1 && word != "A"
    return isLetter || word.dropFirst().contains(where: \.isUppercase) ? word : word.lowercased()
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default: false
    }
  }
}
