import Core

/// A word of the app that opens a link from every screen, such as `search WORDS`.
///
/// An action of a visible screen with the same name comes first.
public struct Shortcut: Hashable, Sendable {
  /// The maximum length of the argument, in UTF-8 bytes.
  static let maximumLength = 500

  /// The word, in lower case.
  public let word: String
  /// The placeholder of the argument, such as `WORDS`, or nil if the word takes none.
  public let argument: String?
  /// A sentence that explains the word.
  public let explanation: String
  private let link: String
  private let parameter: String?

  /// Creates a word that opens a link.
  public init(_ word: String, explanation: String, link: String) {
    self.word = word
    self.explanation = explanation
    self.link = link
    argument = nil
    parameter = nil
  }

  /// Creates a word whose argument becomes a parameter of the link's query.
  public init(
    _ word: String, argument: String, explanation: String, link: String, parameter: String
  ) {
    self.word = word
    self.explanation = explanation
    self.link = link
    self.argument = argument
    self.parameter = parameter
  }

  /// The word with its argument.
  var usage: String { argument.map { "\(word) \($0)" } ?? word }

  /// Returns the link for an argument, which may be empty.
  func link(to typed: String) throws(CommandProblem) -> DeepLink {
    guard typed.utf8.count <= Self.maximumLength else {
      throw .argumentTooLong(word, limit: Self.maximumLength)
    }
    var text = link
    if let parameter, !typed.isEmpty { text += "?\(parameter)=\(Self.encoded(typed))" }
    do throws(DeepLink.Problem) {
      return try DeepLink(text)
    } catch {
      throw .badLink(error, example: nil)
    }
  }

  /// Percent-encodes a text for a link (RFC 3986, 2.1); control characters become spaces, which separate words, too.
  public static func encoded(_ text: String) -> String {
    let plain = String.UnicodeScalarView(
      text.unicodeScalars.map { $0.properties.generalCategory == .control ? " " : $0 })
    let digits = Array("0123456789ABCDEF".utf8)
    var bytes: [UInt8] = []
    for byte in String(plain).utf8 {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
        UInt8(ascii: "0")...UInt8(ascii: "9"):
        bytes.append(byte)
      default: bytes += [UInt8(ascii: "%"), digits[Int(byte >> 4)], digits[Int(byte & 15)]]
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
