import HTTP

/// The request fields that a stored response was selected by (RFC 9111, section 4.1).
///
/// Values are normalized, and those that may be secrets are digests.
struct CacheSelection: Hashable, Sendable {
  /// One field, with nil if the request had none.
  struct Part: Hashable, Sendable {
    let name: HTTPField.Name
    let value: String?
  }

  /// The fields, sorted by name.
  let parts: [Part]
  /// Whether no request is known to match: `Vary: *`.
  let matchesNothing: Bool

  /// Takes the fields that the response names, `Authorization` if the response is of its user
  /// alone, and `Accept-Encoding` if it is compressed: without that field a client would have
  /// decoded it, whether the origin looks at the field or not.
  init(_ request: HTTPFields, varyingBy response: HTTPFields, salt: String) {
    let members = FieldMembers.split(response[values: .vary])
    // A member that isn't a field name is treated as the star: nothing is known of what it means.
    var names = Set(members.compactMap { HTTPField.Name(String($0)) })
    matchesNothing = members.contains("*") || members.contains { HTTPField.Name(String($0)) == nil }
    if Self.belongsToUser(CacheControl(response[values: .cacheControl])) {
      names.insert(.authorization)
    }
    if response.contains(.contentEncoding) { names.insert(.acceptEncoding) }
    parts = names.sorted { $0.canonicalName < $1.canonicalName }.map {
      Part(name: $0, value: Self.normalized($0, in: request, salt: salt))
    }
  }

  /// Whether a response is reused only with the same `Authorization`.
  ///
  /// Section 3.5 asks this of shared caches; here it protects users that share a cache by mistake.
  private static func belongsToUser(_ control: CacheControl) -> Bool {
    if control.has("private") { return true }
    return !["public", "must-revalidate", "s-maxage"].contains { control.has($0) }
  }

  /// Whether a request selects the response.
  func matches(_ request: HTTPFields, salt: String) -> Bool {
    !matchesNothing
      && parts.allSatisfy { Self.normalized($0.name, in: request, salt: salt) == $0.value }
  }

  /// Whether a request has the same user: the fields that sound like credentials are equal.
  func hasSameUser(as request: HTTPFields, salt: String) -> Bool {
    parts.allSatisfy { part in
      !HTTPCredentials.isSuspicious(part.name)
        || Self.normalized(part.name, in: request, salt: salt) == part.value
    }
  }

  /// Whether a request selects the response apart from its language, and prefers just the response's
  /// one.
  ///
  /// The preference that `Accept-Language` states decides then (section 4.1): a server that has the
  /// language that a client likes best answers in it.
  func matches(_ request: HTTPFields, preferring language: String?, salt: String) -> Bool {
    guard !matchesNothing, let language else { return false }
    return parts.allSatisfy { part in
      if part.name == .acceptLanguage {
        return WeightedList(request[values: .acceptLanguage]).favourite == language.lowercased()
      }
      return Self.normalized(part.name, in: request, salt: salt) == part.value
    }
  }

  /// Normalizes the lines of a field to one value, or returns nil without lines.
  static func normalized(_ name: HTTPField.Name, in fields: HTTPFields, salt: String) -> String? {
    let lines = fields[values: name]
    if lines.isEmpty { return nil }
    switch name {
    case .authorization, .cookie, .proxyAuthorization:
      return digest(lines.joined(separator: "\n"), salt)
    case .acceptLanguage, .acceptEncoding, .accept:
      return WeightedList(lines).text
    default:
      let value = FieldMembers.split(lines).joined(separator: ",")
      return HTTPCredentials.mayBe(in: name) ? digest(value, salt) : value
    }
  }

  private static func digest(_ value: String, _ salt: String) -> String {
    CacheDigest.text(salt + "\n" + value)
  }
}

// MARK: Text

extension CacheSelection {
  /// The selection in lines: `name` or `name: value`.
  var text: String {
    let lines = parts.map { part in
      part.value.map { "\(part.name.canonicalName): \($0)" } ?? part.name.canonicalName
    }
    return ((matchesNothing ? ["*"] : []) + lines).joined(separator: "\n")
  }

  /// Reads a text, or returns nil for a damaged one.
  init?(text: String) {
    var lines = Array(text.utf8).split(separator: UInt8(ascii: "\n"))
    let isStar = lines.first.map { $0.elementsEqual("*".utf8) } ?? false
    if isStar { lines.removeFirst() }
    var parts: [Part] = []
    for line in lines {
      let colon = line.firstIndex(of: UInt8(ascii: ":")) ?? line.endIndex
      guard let name = HTTPField.Name(String(decoding: line[..<colon], as: UTF8.self)) else {
        return nil
      }
      let value = line[colon...].dropFirst(2)
      parts.append(
        Part(
          name: name,
          value: colon == line.endIndex ? nil : String(decoding: value, as: UTF8.self)))
    }
    self.parts = parts
    matchesNothing = isStar
  }
}
