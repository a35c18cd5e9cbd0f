/// The members of a field with weights, such as `Accept-Language` (RFC 9110, section 12.4.2).
///
/// Their order, case, white space and ways to write a weight have no meaning, except the case of a
/// parameter's value, such as a media type's (section 8.3.1).
struct WeightedList {
  private let members: [(value: String, weight: Int)]

  /// Parses field lines.
  init(_ lines: [String]) {
    members = FieldMembers.split(lines).compactMap { member in
      var parts = FieldMembers.parts(member).map(Self.normalized)
      var weight = 1000
      if parts.count > 1, let last = parts.last, last.hasPrefix("q=") {
        guard let stated = Self.weight(last.dropFirst(2)) else { return (parts.joined(), -1) }
        weight = stated
        parts.removeLast()
      }
      return parts.isEmpty ? nil : (parts.joined(separator: ";"), weight)
    }
  }

  /// The members in one order.
  var text: String {
    members.map { "\($0.value);q=\($0.weight)" }.sorted().joined(separator: ",")
  }

  /// The member with the highest weight, or nil if there are several.
  var favourite: String? {
    guard let most = members.map(\.weight).max(), most > 0 else { return nil }
    let best = members.filter { $0.weight == most }
    return best.count == 1 && best[0].value != "*" ? best[0].value : nil
  }

  /// Returns a value, or a parameter, with a name in lower case.
  private static func normalized(_ part: Substring) -> String {
    let end = part.utf8.firstIndex(of: UInt8(ascii: "=")) ?? part.endIndex
    return part[..<end].lowercased() + part[end...]
  }

  /// Parses a weight in thousandths.
  private static func weight(_ text: Substring) -> Int? {
    guard text.utf8.count <= 5, let value = Double(text), (0...1).contains(value) else {
      return nil
    }
    return Int((value * 1000).rounded())
  }
}
