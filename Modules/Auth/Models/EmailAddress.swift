import Foundation

/// A mailbox as RFC 5321, section 4.1.2, writes one, within the lengths of its section 4.5.3.1.
///
/// Addresses are compared ignoring case: in the domain it has no meaning (section 2.4), and in the
/// local part it should not distinguish two users.
public struct EmailAddress: Sendable {
  /// The reason why a text is not a valid address.
  public enum Problem: Error, Hashable, Sendable {
    /// The text is empty or blank.
    case empty
    /// Longer than 64 bytes before the @, or 254 as a whole (sections 4.5.3.1.1 and 4.5.3.1.3: a
    /// path of 256 has two brackets around the address).
    case tooLong
    /// There is no @.
    case noAt
    /// The part before the @ is neither a dot-string nor a quoted string.
    case localPart
    /// The part after the @ is neither a domain of letters, digits and hyphens nor an address
    /// literal.
    case domain
  }

  /// The address as typed, trimmed.
  public let text: String

  /// Parses an address.
  ///
  /// An internationalized address (RFC 6531) may have letters beyond ASCII on both sides.
  public init(_ typed: String) throws(Problem) {
    // Checked first, because the input may be a megabyte.
    guard typed.utf8.count <= 1024 else { throw .tooLong }
    let text = String(typed.trimming(while: \.isWhitespace))
    guard !text.isEmpty else { throw .empty }
    // The last one, because a quoted local part may contain others.
    guard let at = text.lastIndex(of: "@") else { throw .noAt }
    let local = text[..<at]
    let domain = text[text.index(after: at)...]
    guard local.utf8.count <= 64, text.utf8.count <= 254 else { throw .tooLong }
    guard Self.isDotString(local) || Self.isQuotedString(local) else { throw .localPart }
    guard Self.isDomain(domain) || Self.isAddressLiteral(domain) else { throw .domain }
    self.text = text
  }

  /// `atext` of RFC 5322, section 3.2.3, and the letters of RFC 6531.
  private static func isAtom(_ scalar: Unicode.Scalar) -> Bool {
    if scalar.isASCII {
      return scalar.properties.isAlphabetic
        || "0123456789!#$%&'*+-/=?^_`{|}~".unicodeScalars
          .contains(scalar)
    }
    return switch scalar.properties.generalCategory {
    case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
      .paragraphSeparator, .spaceSeparator:
      false
    default: true
    }
  }

  private static func isDotString(_ local: Substring) -> Bool {
    local.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { atom in
      !atom.isEmpty && atom.unicodeScalars.allSatisfy(isAtom)
    }
  }

  private static func isQuotedString(_ local: Substring) -> Bool {
    guard local.utf8.count >= 2, local.first == "\"", local.last == "\"" else { return false }
    var isEscaped = false
    for scalar in local.dropFirst().dropLast().unicodeScalars {
      if isEscaped {
        guard (0x20...0x7E).contains(scalar.value) else { return false }
        isEscaped = false
      } else if scalar == "\\" {
        isEscaped = true
      } else {
        guard scalar != "\"", scalar == " " || isAtom(scalar) || (0x21...0x7E) ~= scalar.value
        else { return false }
      }
    }
    return !isEscaped
  }

  private static func isDomain(_ domain: Substring) -> Bool {
    let labels = domain.split(separator: ".", omittingEmptySubsequences: false)
    return labels.allSatisfy { label in
      !label.isEmpty && label.utf8.count <= 63 && label.first != "-" && label.last != "-"
        && label.unicodeScalars.allSatisfy { scalar in
          scalar == "-" || (0x30...0x39) ~= scalar.value || isAtom(scalar) && isLetter(scalar)
        }
    }
  }

  private static func isLetter(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || !scalar.isASCII && scalar.properties.numericType != nil
      || scalar.properties.generalCategory == .nonspacingMark
      || scalar.properties.generalCategory == .spacingMark
  }

  /// An IPv4 or IPv6 address in brackets (RFC 5321, section 4.1.3).
  private static func isAddressLiteral(_ domain: Substring) -> Bool {
    guard domain.first == "[", domain.last == "]" else { return false }
    let inner = domain.dropFirst().dropLast()
    // `inet_pton` reads up to a NUL, and would accept any text behind it.
    guard inner.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return false }
    var address = in6_addr()
    if inner.lowercased().hasPrefix("ipv6:") {
      return inet_pton(AF_INET6, String(inner.dropFirst(5)), &address) == 1
    }
    return inet_pton(AF_INET, String(inner), &address) == 1
  }
}

extension EmailAddress: Hashable, CustomStringConvertible {
  /// The address in lower case.
  public var folded: String { text.lowercased() }
  /// A text whose bytes are the same for equal addresses, in any Unicode normalization.
  var key: String { folded.precomposedStringWithCanonicalMapping }
  /// The address as typed.
  public var description: String { text }

  /// Compares two addresses, ignoring case.
  public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }

  /// Hashes the compared text.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }
}

extension String {
  fileprivate func trimming(while isTrimmed: (Character) -> Bool) -> Substring {
    var rest = self[...]
    while let first = rest.first, isTrimmed(first) { rest.removeFirst() }
    while let last = rest.last, isTrimmed(last) { rest.removeLast() }
    return rest
  }
}
