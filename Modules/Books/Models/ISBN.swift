/// An International Standard Book Number (ISO 2108), with thirteen digits.
struct ISBN: Hashable, Sendable {
  /// Why a text is not an ISBN.
  enum Problem: Error, Hashable {
    /// It has other characters than digits, hyphens and spaces.
    case letters
    /// It has neither ten nor thirteen digits, but this many.
    case length(Int)
    /// The last digit does not fit the others; this one would.
    case checkDigit(Character)
  }

  /// The maximum length of a text that is read, in bytes.
  private static let maximumLength = 60
  /// The number of digits of the shorter form, whose last one may be an X.
  private static let minimumLength = 10

  /// The thirteen digits.
  let digits: String

  /// Reads what a reader typed, such as `978-0-547-92822-7` or `ISBN13: 9780547928227`.
  init(_ text: String) throws(Problem) {
    guard let digits = Self.digits(in: text) else { throw .letters }
    guard let isbn = Self.thirteen(digits) else { throw .length(digits.count) }
    let check = digits.count == 13 ? Self.checkDigit(of: digits) : Self.shortCheckDigit(of: digits)
    guard digits.last == check else { throw .checkDigit(check) }
    self.digits = isbn
  }

  /// Reads the number in a search; nil for other text. The check digit is not verified, because
  /// some books are printed with a wrong one.
  init?(searching text: String) {
    // Most searches are words.
    let digitCount = text.utf8.count { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    guard digitCount >= Self.minimumLength - 1 else { return nil }
    guard let isbn = Self.digits(in: text).flatMap(Self.thirteen), !isbn.contains("X") else {
      return nil
    }
    digits = isbn
  }

  /// Returns ten or thirteen digits as thirteen; nil for another number of digits.
  static func thirteen(_ digits: String) -> String? {
    // An X is a wrong last digit.
    if digits.count == 13 { return digits }
    guard digits.count == 10, !digits.dropLast().contains("X") else { return nil }
    let body = "978" + digits.dropLast()
    return body + String(checkDigit(of: body))
  }

  /// Returns the digits without hyphens and spaces, with an X as the last one of ten; nil if there
  /// is something else.
  private static func digits(in text: String) -> String? {
    guard text.utf8.count <= maximumLength else { return nil }
    var digits = ""
    for character in withoutLabel(text.uppercased()) {
      switch character {
      case "X": digits.append(character)
      case _ where character.isASCII && character.isNumber: digits.append(character)
      case "-", "\u{2010}", "\u{2011}", "\u{2012}", "\u{2013}": continue
      case _ where character.isWhitespace: continue
      default: return nil
      }
    }
    return digits.dropLast().contains("X") ? nil : digits
  }

  /// Returns a text without `ISBN`, `ISBN-13:` or, as at Goodreads, `ISBN13:` before the number.
  private static func withoutLabel(_ text: String) -> Substring {
    var rest = text.drop(while: \.isWhitespace)
    guard rest.hasPrefix("ISBN") else { return rest }
    // No number begins with a group of the digits 10 or 13.
    for part in ["ISBN", "-13", "-10", "13:", "10:", "13 ", "10 ", ":"] where rest.hasPrefix(part) {
      rest = rest.dropFirst(part.count).drop(while: \.isWhitespace)
    }
    return rest
  }

  /// Returns the thirteenth digit: the weights of the others alternate between 1 and 3.
  private static func checkDigit(of digits: String) -> Character {
    let sum = zip(digits.utf8.prefix(12), 0...).reduce(0) { sum, digit in
      sum + Int(digit.0 - UInt8(ascii: "0")) * (digit.1 % 2 == 0 ? 1 : 3)
    }
    return Character(String((10 - sum % 10) % 10))
  }

  /// Returns the tenth digit: the weights of the others fall from 10 to 2, and X is 10.
  private static func shortCheckDigit(of digits: String) -> Character {
    let sum = zip(digits.utf8.prefix(9), 0...).reduce(0) { sum, digit in
      sum + Int(digit.0 - UInt8(ascii: "0")) * (10 - digit.1)
    }
    let check = (11 - sum % 11) % 11
    return check == 10 ? "X" : Character(String(check))
  }
}
