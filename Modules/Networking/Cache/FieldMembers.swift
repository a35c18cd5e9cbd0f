/// The members of a field that is a list (RFC 9110, section 5.6.1).
enum FieldMembers {
  /// Splits field lines at the commas outside of quoted strings; members are trimmed, and empty
  /// ones dropped.
  static func split(_ lines: [String]) -> [Substring] {
    var members: [Substring] = []
    for line in lines { split(line, at: UInt8(ascii: ","), into: &members) }
    return members
  }

  /// Splits a member into its value and its parameters (RFC 9110, section 5.6.6).
  static func parts(_ member: some StringProtocol) -> [Substring] {
    var parts: [Substring] = []
    split(String(member), at: UInt8(ascii: ";"), into: &parts)
    return parts
  }

  /// A quote without its end hides nothing: then the line is split at all separators.
  private static func split(
    _ line: String, at separator: UInt8, into parts: inout [Substring], ignoringQuotes: Bool = false
  ) {
    let (bytes, count) = (line.utf8, parts.count)
    var start = bytes.startIndex
    var (isQuoted, isEscaped) = (false, false)
    for index in bytes.indices {
      let byte = bytes[index]
      if isQuoted {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isQuoted = false
        }
      } else if byte == UInt8(ascii: "\""), !ignoringQuotes {
        isQuoted = true
      } else if byte == separator {
        append(line[start..<index], to: &parts)
        start = bytes.index(after: index)
      }
    }
    if isQuoted {
      parts.removeSubrange(count...)
      return split(line, at: separator, into: &parts, ignoringQuotes: true)
    }
    append(line[start...], to: &parts)
  }

  private static func append(_ part: Substring, to parts: inout [Substring]) {
    let part = part.trimmingBlanks
    if !part.isEmpty { parts.append(part) }
  }
}

extension Substring {
  /// The content of a quoted string (RFC 9110, section 5.6.4), or nil for another text.
  var unquoted: String? {
    guard utf8.count >= 2, utf8.first == UInt8(ascii: "\""), utf8.last == UInt8(ascii: "\"") else {
      return nil
    }
    var content: [UInt8] = []
    var isEscaped = false
    for byte in utf8.dropFirst().dropLast() {
      if !isEscaped, byte == UInt8(ascii: "\\") {
        isEscaped = true
        continue
      }
      if !isEscaped, byte == UInt8(ascii: "\"") { return nil }
      content.append(byte)
      isEscaped = false
    }
    return isEscaped ? nil : String(decoding: content, as: UTF8.self)
  }
}
