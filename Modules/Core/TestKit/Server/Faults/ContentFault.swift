public import Foundation
import HTTP

/// A complete response, whose body is not the JSON of a search.
public enum ContentFault: String, Hashable, Sendable, CaseIterable {
  /// No body.
  case empty
  /// White space.
  case whiteSpace
  /// The page of a captive portal.
  case html
  /// The page of a captive portal, called JSON.
  case htmlAsJSON
  /// JSON that ends in the middle.
  case truncated
  /// Arrays, 200,000 levels deep.
  case deepArrays
  /// Objects, 200,000 levels deep.
  case deepObjects
  /// Arrays that are opened 200,000 times and never closed.
  case openArrays
  /// Every key twice, with different values.
  case duplicateKeys
  /// Bytes that are not UTF-8, in a string.
  case invalidUTF8
  /// A NUL in a string.
  case nul
  /// An escaped NUL in every string.
  case escapedNul
  /// Control sequences of terminals in every string, escaped.
  case controlSequences
  /// Control sequences of terminals in every string, as they are.
  case rawControlSequences
  /// Characters that change the direction of text in every string.
  case directions
  /// Half of a surrogate pair, escaped.
  case loneSurrogate
  /// UTF-8 with a byte order mark.
  case byteOrderMark
  /// UTF-16.
  case utf16
  /// Numbers out of every range.
  case hugeNumbers
  /// A number of 100,000 digits.
  case longNumber
  /// Values of other types than expected.
  case otherTypes
  /// null as the whole.
  case null
  /// An array as the whole.
  case array
  /// A string as the whole.
  case string
  /// An empty object.
  case emptyObject
  /// Two values.
  case twoValues
  /// A title of 3 MB.
  case longString
  /// 20,000 books where 20 were asked for.
  case manyBooks
  /// A million books without a value, in 3 MB.
  case tinyValues
  /// A book, and 95,000 nests of 20 arrays, in 4 MB.
  case manyNests
  /// Keys that are paths to somewhere else.
  case hostileKeys

  var reply: ServerReply {
    let isPage = self == .html
    return ServerReply(
      fields: [.contentType: isPage ? "text/html; charset=utf-8" : "application/json"],
      body: .data(data))
  }

  /// The body.
  public var data: Data {
    switch self {
    case .invalidUTF8:
      Data(#"{"numFound":1,"docs":[{"key":"/works/a","title":""#.utf8)
        + Data([0xC3, 0x28, 0xFF, 0xED, 0xA0, 0x80]) + Data(#""}]}"#.utf8)
    case .byteOrderMark: Data([0xEF, 0xBB, 0xBF]) + Data(ServerReply.sample.utf8)
    case .utf16: ServerReply.sample.data(using: .utf16) ?? Data()
    default: Data(text.utf8)
    }
  }

  private var text: String {
    let depth = 200_000
    return switch self {
    case .whiteSpace: " \r\n\t"
    case .html, .htmlAsJSON:
      "<!DOCTYPE html><html><head><title>Sign in to Wi-Fi</title></head><body></body></html>"
    case .truncated: String(ServerReply.sample.dropLast(10))
    case .deepArrays:
      #"{"docs":"# + String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
        + "}"
    case .deepObjects:
      String(repeating: #"{"docs":"#, count: depth) + "1" + String(repeating: "}", count: depth)
    case .openArrays: String(repeating: "[", count: depth)
    case .duplicateKeys:
      #"{"numFound":1,"numFound":2,"docs":[],"docs":[{"key":"/works/a","key":"/works/b","#
        + #""title":"A","title":"B"}]}"#
    case .nul: Self.book("a\u{0}b")
    case .escapedNul: Self.book(#"a\u0000b"#)
    case .controlSequences: Self.book(#"\u001b[2J\u001b]0;title\u0007\u009b31m\r\u0008A"#)
    case .rawControlSequences: Self.book("\u{1B}[2J\u{1B}]0;title\u{7}\u{9B}31m\r\u{8}A")
    case .directions: Self.book("\u{202E}gnirts\u{2066}\u{200F}")
    case .loneSurrogate: Self.book(#"\ud800 \udc00"#)
    case .hugeNumbers:
      #"{"numFound":1e999,"docs":[{"key":"/works/a","title":"A","first_publish_year":"#
        + #"99999999999999999999999,"cover_i":-1e400,"number_of_pages_median":0.5}]}"#
    case .longNumber:
      #"{"numFound":"# + String(repeating: "9", count: 100_000) + #","docs":[]}"#
    case .otherTypes:
      #"{"numFound":"many","docs":{"key":1,"title":["A"],"author_name":"A","cover_i":"7"}}"#
    case .null: "null"
    case .array: "[]"
    case .string: #""docs""#
    case .emptyObject: "{}"
    case .twoValues: ServerReply.sample + ServerReply.sample
    case .longString:
      #"{"numFound":1,"docs":[{"key":"/works/a","title":""#
        + String(repeating: "A", count: 3 << 20) + #""}]}"#
    case .manyBooks:
      #"{"numFound":20000,"docs":["#
        + (0..<20_000).map { #"{"key":"/works/OL\#($0)W","title":"A"}"# }.joined(separator: ",")
        + "]}"
    case .tinyValues:
      #"{"numFound":1000000,"docs":["# + String(repeating: "{},", count: 999_999) + "{}]}"
    case .manyNests:
      #"{"numFound":1,"docs":[{"key":"/works/a","title":"A"}],"nests":["#
        + Array(
          repeating: String(repeating: "[", count: 20) + String(repeating: "]", count: 20),
          count: 95_000
        ).joined(separator: ",") + "]}"
    case .hostileKeys:
      #"{"numFound":3,"docs":[{"key":"../../x","title":"A"},{"key":"/works/a/../../b?c#d","#
        + #""title":"B"},{"key":"","title":"C"}]}"#
    default: ""
    }
  }

  /// A search's JSON with a text in every string.
  private static func book(_ text: String) -> String {
    #"{"numFound":1,"q":"\#(text)","docs":[{"key":"/works/\#(text)","title":"\#(text)","#
      + #""author_name":["\#(text)"],"author_key":["\#(text)"],"language":["\#(text)"]}]}"#
  }
}
