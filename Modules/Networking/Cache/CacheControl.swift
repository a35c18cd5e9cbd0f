import HTTP

/// The directives of `Cache-Control` (RFC 9111, section 5.2).
///
/// Names ignore case, arguments are tokens or quoted strings, and unknown directives are ignored.
struct CacheControl {
  /// The argument of a directive that is a number of seconds.
  enum Seconds: Hashable {
    /// Whole seconds, at most ``CacheControl/maximumSeconds``.
    case some(Int)
    /// The directive has no valid number; such a response is stale (section 4.2.1).
    case invalid

    /// The seconds, with 0 for an invalid number.
    var orZero: Int { if case .some(let seconds) = self { seconds } else { 0 } }
  }

  private struct Directive {
    let name: String
    /// nil without an argument.
    let argument: String?
    let isMalformed: Bool
  }

  /// The value of every larger number (section 1.2.2).
  static let maximumSeconds = 1 << 31

  private var directives: [Directive] = []

  /// Parses field lines.
  init(_ lines: [String]) {
    for member in FieldMembers.split(lines) { directives.append(Self.directive(member)) }
  }

  /// Whether there is a directive, with or without an argument.
  func has(_ name: String) -> Bool {
    directives.contains { $0.name == name }
  }

  /// The seconds of the first directive of a name, or nil without one.
  func seconds(_ name: String) -> Seconds? {
    guard let directive = directives.first(where: { $0.name == name }) else { return nil }
    guard !directive.isMalformed, let seconds = directive.argument.flatMap(Self.seconds) else {
      return .invalid
    }
    return .some(seconds)
  }

  /// Whether the first directive of a name is the name alone.
  func isBare(_ name: String) -> Bool {
    directives.first { $0.name == name }.map { !$0.isMalformed && $0.argument == nil } ?? false
  }

  /// Whether there is a `no-cache` that names no fields, unlike `no-cache="a"`.
  var hasUnqualifiedNoCache: Bool {
    directives.contains { $0.name == "no-cache" && Self.fieldNames($0).isEmpty }
  }

  /// Whether a response with a status must not be stored: for `no-store`, unless `must-understand` overrides it
  /// (sections 5.2.2.3 and 5.2.2.5).
  func forbidsStoring(_ status: HTTPResponse.Status) -> Bool {
    has("must-understand") ? !status.isUnderstood : has("no-store")
  }

  /// The fields that `no-cache="a, b"` names (section 5.2.2.4).
  var noCacheFieldNames: Set<HTTPField.Name> {
    Set(directives.filter { $0.name == "no-cache" }.flatMap(Self.fieldNames))
  }

  /// Parses a number of seconds (section 1.2.2).
  static func seconds(_ text: some StringProtocol) -> Int? {
    guard !text.isEmpty else { return nil }
    var seconds = 0
    for byte in text.utf8 {
      guard byte >= UInt8(ascii: "0"), byte <= UInt8(ascii: "9") else { return nil }
      seconds = min(seconds * 10 + Int(byte - UInt8(ascii: "0")), maximumSeconds)
    }
    return seconds
  }

  private static func directive(_ member: Substring) -> Directive {
    guard let equals = member.utf8.firstIndex(of: UInt8(ascii: "=")) else {
      return Directive(name: member.lowercased(), argument: nil, isMalformed: false)
    }
    let name = member[..<equals]
    let text = member[member.utf8.index(after: equals)...]
    let argument = text.unquoted ?? (text.utf8.isToken ? String(text) : nil)
    return Directive(
      name: name.trimmingBlanks.lowercased(), argument: argument,
      isMalformed: !name.utf8.isToken || argument == nil)
  }

  private static func fieldNames(_ directive: Directive) -> Set<HTTPField.Name> {
    guard let argument = directive.argument else { return [] }
    return Set(FieldMembers.split([argument]).compactMap { HTTPField.Name(String($0)) })
  }
}
