import Services
import Foundation

/// The rules for passwords, and their strength.
///
/// The rules follow NIST SP 800-63B-3, section 5.1.1.2: at least eight characters, no rules about
/// kinds of characters, and no common passwords.
enum PasswordRules {
  /// The minimum number of characters.
  static let minimumLength = 8

  /// The maximum number of UTF-8 bytes, which the hashing accepts.
  static let maximumLength = 511

  /// The reason why a password is refused.
  enum Problem: Error, Hashable {
    case tooShort
    case tooLong
    /// It is a common password.
    case common
    /// It is the user's name or address.
    case personal
    /// It repeats one character, or is a sequence of the alphabet or the digits.
    case monotonous
  }

  /// How hard a password is to guess.
  enum Strength: Int, Comparable {
    case weak, fair, good, strong

    static func < (left: Self, right: Self) -> Bool { left.rawValue < right.rawValue }
  }

  /// Checks a password in the form in which it is hashed.
  static func check(
    _ password: Secret, name: String, email: String
  ) throws(Problem) {
    // A sign that takes four bytes may become one that takes one.
    guard password.reveal().utf8.count <= 4 * maximumLength else { throw .tooLong }
    let text = password.normalized.reveal()
    guard text.utf8.count <= maximumLength else { throw .tooLong }
    guard text.count >= minimumLength else { throw .tooShort }
    let folded = comparable(text)
    if common.contains(unspaced(folded)) { throw .common }
    if isPersonal(password, name: name, email: email) { throw .personal }
    if Set(folded).count == 1 || isRow(folded) { throw .monotonous }
  }

  /// Returns whether a password is the user's name or address, or the part before the @, with or without spaces.
  static func isPersonal(_ password: Secret, name: String, email: String) -> Bool {
    let folded = unspaced(comparable(password.normalized.reveal()))
    let address = unspaced(comparable(email))
    let mailbox = address.split(separator: "@").first.map(String.init) ?? ""
    return !folded.isEmpty && [address, mailbox, unspaced(comparable(name))].contains(folded)
  }

  /// Estimates the strength from the length and the variety of characters, as a hint while typing.
  static func strength(of password: Secret, name: String = "", email: String = "") -> Strength {
    // A refused password is weak in any case.
    guard (try? check(password, name: name, email: email)) != nil else { return .weak }
    let characters = Array(password.normalized.reveal().prefix(64))
    var pool = 0
    if characters.contains(where: { $0.isLowercase }) { pool += 26 }
    if characters.contains(where: { $0.isUppercase }) { pool += 26 }
    if characters.contains(where: { $0.isNumber }) { pool += 10 }
    if characters.contains(where: { !$0.isLetter && !$0.isNumber }) { pool += 20 }
    if characters.contains(where: { $0.isLetter && !$0.isCased }) { pool += 100 }
    // Repeated characters count half.
    let varied = Double(Set(characters).count)
    let length = varied + (Double(characters.count) - varied) / 2
    return switch length * log2(Double(max(pool, 2))) {
    case ..<45: .weak
    case ..<60: .fair
    case ..<80: .good
    default: .strong
    }
  }

  private static func comparable(_ text: String) -> String {
    text.precomposedStringWithCompatibilityMapping.lowercased()
  }

  private static func unspaced(_ text: String) -> String { text.filter { !$0.isWhitespace } }

  /// Returns whether each character follows the previous one, up or down.
  private static func isRow(_ text: String) -> Bool {
    let values = text.unicodeScalars.map { Int($0.value) }
    let steps = Set(zip(values, values.dropFirst()).map { $1 - $0 })
    return steps == [1] || steps == [-1]
  }

  /// The most common passwords of eight or more characters in lists of leaked passwords.
  static let common: Set<String> = [
    "password", "password1", "password12", "password123", "passw0rd", "p@ssw0rd", "p@ssword",
    "qwertyui", "qwertyuiop", "qwerty12", "qwerty123", "qwerty1234", "1q2w3e4r", "1q2w3e4r5t",
    "1qaz2wsx", "zaq12wsx", "asdfghjk", "asdfghjkl", "zxcvbnm1", "iloveyou", "iloveyou1",
    "sunshine", "princess", "princess1", "football", "football1", "baseball", "baseball1",
    "superman", "batman123", "trustno1", "starwars", "whatever", "welcome1", "welcome123",
    "letmein1", "letmein123", "changeme", "changeme1", "computer", "internet", "michelle",
    "jennifer", "jordan23", "abcd1234", "abc12345", "a1b2c3d4", "aa123456", "11223344",
    "12341234", "12344321", "12121212", "123123123", "123454321", "123456789a", "1234567890",
    "0123456789", "987654321", "87654321", "12345678", "123456789", "00000000", "11111111",
    "88888888", "admin123", "administrator", "root1234", "test1234", "guest123", "master123",
    "monkey123", "dragon123", "shadow123", "bookworm", "bookworm1", "correcthorsebatterystaple",
  ]
}

extension Secret {
  /// The secret in Unicode normalization form NFKC (NIST SP 800-63B-3, section 5.1.1.2).
  var normalized: Secret { Secret(reveal().precomposedStringWithCompatibilityMapping) }
}
