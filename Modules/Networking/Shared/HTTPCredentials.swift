import Foundation
import HTTP

/// Finds what may be a credential, and puts a mark in its place.
enum HTTPCredentials {
  /// The text in the place of a credential.
  static let mark = "***"

  /// Returns the fields of a request. Only fields that are known to be harmless keep their values.
  static func redacted(request fields: HTTPFields) -> HTTPFields {
    redacted(fields) { !harmless.contains($0) }
  }

  /// Returns the fields of a response. A field that is not known keeps its value unless its name
  /// sounds like a credential.
  static func redacted(response fields: HTTPFields) -> HTTPFields {
    redacted(fields, isSuspicious)
  }

  /// Whether a field of a request may hold a credential.
  static func mayBe(in name: HTTPField.Name) -> Bool {
    !harmless.contains(name) || holdsURL.contains(name.canonicalName)
  }

  /// Whether the name of a field sounds like a credential.
  static func isSuspicious(_ name: HTTPField.Name) -> Bool {
    !harmless.contains(name) && suspicious.contains { name.canonicalName.contains($0) }
  }

  /// Returns a URL, absolute or relative, without user and password. Parameters of its path, query
  /// and fragment that sound like credentials have the mark as their value; so has a long one without a name.
  static func redacted(url: String) -> String {
    let end = url.firstIndex { $0 == "?" || $0 == "#" } ?? url.endIndex
    return redacted(path: withoutUser(url[..<end])) + redacted(parameters: String(url[end...]))
  }

  /// Returns a path whose parameters that sound like credentials have the mark as their value, as in
  /// `/a;jsessionid=***/b`; so has a long one without a name. In a segment without a semicolon, such as `/R&D`, no
  /// parameter is without a name.
  static func redacted(path: String) -> String {
    path.split(separator: "/", omittingEmptySubsequences: false)
      .map { redacted(parameters: String($0), hasNameless: $0.contains(";")) }
      .joined(separator: "/")
  }

  private static func redacted(parameters whole: String, hasNameless: Bool = true) -> String {
    let start = whole.prefix { !separators.contains($0) }
    var text = String(start)
    var rest = whole[start.endIndex...]
    while let separator = rest.first {
      let item = rest.dropFirst().prefix { !separators.contains($0) }
      rest = rest.dropFirst(1 + item.count)
      text.append(separator)
      if let equals = item.firstIndex(of: "=") {
        text += isSuspicious(parameter: item[..<equals]) ? item[...equals] + mark : item
      } else {
        text += hasNameless && item.utf8.count >= longName ? mark : String(item)
      }
    }
    return text
  }

  private static func redacted(
    _ fields: HTTPFields, _ isSecret: (HTTPField.Name) -> Bool
  ) -> HTTPFields {
    var result = HTTPFields()
    for field in fields {
      let value = isSecret(field.name) ? mark : redactedURLs(of: field)
      result.append(HTTPField(name: field.name, value: value))
    }
    return result
  }

  private static func redactedURLs(of field: HTTPField) -> String {
    if field.name.canonicalName == "link" { return redacted(links: field.value) }
    return holdsURL.contains(field.name.canonicalName) ? redacted(url: field.value) : field.value
  }

  /// Returns the value of `Link` (RFC 8288, section 3): `<https://a.example/?page=2>; rel="next"`.
  private static func redacted(links: String) -> String {
    let links = links.split(separator: "<", omittingEmptySubsequences: false).map { link in
      link.split(separator: ">", omittingEmptySubsequences: false)
        .map { redacted(url: String($0)) }.joined(separator: ">")
    }
    return links.joined(separator: "<")
  }

  private static func withoutUser(_ url: Substring) -> String {
    guard let begin = url.range(of: "//")?.upperBound else { return String(url) }
    let authority = url[begin...].prefix { $0 != "/" && $0 != "\\" }
    guard let at = authority.lastIndex(of: "@") else { return String(url) }
    return String(url[..<begin] + url[authority.index(after: at)...])
  }

  private static func isSuspicious(parameter: Substring) -> Bool {
    let name = (String(parameter).removingPercentEncoding ?? String(parameter)).lowercased()
    return credentials.contains(name) || name.hasSuffix("key") || name.hasSuffix("pass")
      || name.hasPrefix("authoriz") || name.hasPrefix("pass")
      || suspicious.filter { $0 != "auth" && $0 != "key" }.contains { name.contains($0) }
  }

  private static let suspicious = [
    "assertion", "auth", "bearer", "cookie", "credential", "csrf", "jwt", "key", "passw", "saml",
    "secret", "sess", "signature", "token", "verifier",
  ]

  private static let credentials: Set<String> = [
    "auth", "code", "hmac", "otp", "pin", "pwd", "sid", "sig", "ticket",
  ]

  /// The length from which a parameter without a value may be a credential itself, in bytes.
  private static let longName = 16

  /// The characters before a parameter of a URL.
  private static let separators: Set<Character> = ["?", "#", "&", ";"]

  /// The fields with one URL or several, in lower case.
  private static let holdsURL: Set<String> = [
    "content-location", "link", "location", "referer", "refresh",
  ]

  /// Fields whose values are not credentials (RFC 9110, section 16.3.1, and RFC 9111).
  private static let harmless: Set<HTTPField.Name> = [
    .accept, .acceptEncoding, .acceptLanguage, .acceptRanges, .age, .allow, .cacheControl,
    .connection, .contentEncoding, .contentLanguage, .contentLength, .contentLocation,
    .contentRange, .contentType, .date, .eTag, .expires, .host, .ifMatch, .ifModifiedSince,
    .ifNoneMatch, .ifRange, .ifUnmodifiedSince, .lastModified, .location, .origin, .pragma,
    .proxyAuthenticate, .range, .referer, .retryAfter, .server, .te, .trailer, .transferEncoding,
    .upgrade, .userAgent, .vary, .warning, .wwwAuthenticate,
  ]
}
