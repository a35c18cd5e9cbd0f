import Foundation
import HTTP

extension HTTPRequest {
  /// Whether 304 may be the answer (RFC 9110, section 15.4.5).
  var isConditional: Bool {
    headerFields.contains(.ifNoneMatch) || headerFields.contains(.ifModifiedSince)
  }

  /// Returns a 304 with the tag of the version that it confirms, or nil if it is about none that the request asks about.
  ///
  /// After a 304 that fits no stored response, or without a tag may fit several, a cache would ask for everything
  /// itself: a further request, which no ``RequestBudget`` counts.
  func confirmed(by response: HTTPResponse) -> HTTPResponse? {
    var response = response
    let asked = headerFields[values: .ifNoneMatch].flatMap(\.entityTags)
    if let tag = response.headerFields[values: .eTag].first, tag.isReadableTag {
      let match = asked.first { $0.opaqueTag.utf8.elementsEqual(tag[...].opaqueTag.utf8) }
      guard let match else { return nil }
      response.headerFields[.eTag] = String(match)
      return response
    }
    let date = response.headerFields[values: .lastModified].first
    if let since = headerFields[values: .ifModifiedSince].first {
      guard date ?? since == since else { return nil }
    } else if asked.count != 1 {
      return nil
    }
    response.headerFields[.eTag] = asked.count == 1 ? String(asked[0]) : nil
    return response
  }
}

extension String {
  /// Whether an entity tag is not empty, and its bytes are UTF-8: others were replaced when it was read.
  fileprivate var isReadableTag: Bool {
    !isEmpty && !unicodeScalars.contains("\u{FFFD}")
  }

  /// The entity tags of a list. Between its quotes a tag may contain the separator.
  fileprivate var entityTags: [Substring] {
    var isQuoted = false
    let tags = utf8.split { byte in
      if byte == UInt8(ascii: "\"") { isQuoted.toggle() }
      return byte == UInt8(ascii: ",") && !isQuoted
    }
    return tags.map { Substring($0).drop { $0 == " " } }
  }
}

extension Substring {
  /// An entity tag for the weak comparison (RFC 9110, section 8.8.3.2), with or without quotes.
  fileprivate var opaqueTag: Substring {
    let tag = hasPrefix("W/") || hasPrefix("w/") ? dropFirst(2) : self
    let isQuoted = tag.count >= 2 && tag.hasPrefix("\"") && tag.hasSuffix("\"")
    return isQuoted ? tag.dropFirst().dropLast() : tag
  }
}
