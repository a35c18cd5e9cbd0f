import Foundation
import HTTP

/// Parses the text of a cassette, line by line, in linear time.
struct HTTPCassetteParser {
  /// The part of an entry that has been read.
  private struct Draft {
    var request: HTTPRequest
    var response: HTTPResponse?
    var url: URL?
    var text: [UInt8]?
    var base64: [UInt8]?
    var fieldCount = 0
    var hasBody: Bool { text != nil || base64 != nil }
  }

  private var finished: [HTTPCassette.Entry] = []
  private var draft: Draft?
  private var number = 0

  /// Parses a complete text.
  mutating func entries(of text: Data) throws(HTTPCassette.Problem) -> [HTTPCassette.Entry] {
    let bytes = Array(text)
    var start = 0
    while start < bytes.count {
      var end = start
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      // An editor may have ended lines with CR and LF. Text in a cassette has no CR of its own.
      let hasCR = end > start && bytes[end - 1] == 0x0D
      number += 1
      try read(bytes[start..<(hasCR ? end - 1 : end)])
      start = end + 1
    }
    if number == 0 { throw .line(1, .version) }
    try finish()
    return finished
  }

  private mutating func read(_ line: ArraySlice<UInt8>) throws(HTTPCassette.Problem) {
    if number == 1 {
      guard line.elementsEqual("HTTP cassette 1".utf8) else { throw fault(.version) }
    } else if line.isEmpty {
      try finish()
    } else if draft == nil {
      if line.first != UInt8(ascii: "#") { try readRequest(try text(line)) }
    } else if draft?.response == nil {
      try readRequestLine(line)
    } else {
      try readAnswerLine(line)
    }
  }

  /// Ends the entry.
  private mutating func finish() throws(HTTPCassette.Problem) {
    guard let draft else { return }
    guard let response = draft.response else { throw fault(.status) }
    var body = Data(draft.text ?? [])
    if let base64 = draft.base64 {
      let digits = base64.reversed().drop { $0 == UInt8(ascii: "=") }
      guard base64.count % 4 == 0, base64.count - digits.count <= 2,
        !digits.contains(UInt8(ascii: "=")), let data = Data(base64Encoded: Data(base64))
      else { throw fault(.base64) }
      body = data
    }
    finished.append(HTTPCassette.Entry(draft.request, response, body: body, from: draft.url))
    self.draft = nil
  }

  /// `GET https://a.example/`
  private mutating func readRequest(_ line: String) throws(HTTPCassette.Problem) {
    guard finished.count < HTTPCassette.maximumCount else { throw fault(.count) }
    let parts = line.split(separator: " ", omittingEmptySubsequences: false)
    guard parts.count == 2, let method = HTTPRequest.Method(String(parts[0])),
      let url = URL(string: String(parts[1])), url.isHTTP
    else { throw fault(.request) }
    draft = Draft(request: HTTPRequest(method: method, url: url))
  }

  /// `> Name: value` or `200 OK`
  private mutating func readRequestLine(_ line: ArraySlice<UInt8>) throws(HTTPCassette.Problem) {
    let line = try text(line)
    if line.hasPrefix(">") {
      let field = try field(line)
      draft?.request.headerFields.append(field)
      return
    }
    let code = line.utf8.prefix { $0 != UInt8(ascii: " ") }
    guard code.count == 3, code.allSatisfy({ (0x30...0x39).contains($0) }),
      let number = Int(String(code) ?? ""), number >= 100
    else { throw fault(.status) }
    let phrase = line.dropFirst(4).trimmed
    guard HTTPField.isValidValue(phrase) else { throw fault(.status) }
    draft?.response = HTTPResponse(status: .init(code: number, reasonPhrase: phrase))
  }

  /// `< Name: value`, `@ URL`, `| text` or `= base64`
  private mutating func readAnswerLine(_ line: ArraySlice<UInt8>) throws(HTTPCassette.Problem) {
    switch line.first {
    case UInt8(ascii: "<") where draft?.hasBody == false:
      let field = try field(try text(line))
      draft?.response?.headerFields.append(field)
    case UInt8(ascii: "@") where draft?.hasBody == false && draft?.url == nil:
      guard let url = URL(string: try text(line).dropFirst().trimmed), url.isHTTP else {
        throw fault(.url)
      }
      draft?.url = url
    case UInt8(ascii: "|") where draft?.base64 == nil: try readText(line)
    case UInt8(ascii: "=") where draft?.text == nil:
      let code = line.dropFirst().filter { !$0.isFieldSpace }
      guard code.allSatisfy(\.isBase64) else { throw fault(.base64) }
      if draft?.base64 == nil { draft?.base64 = [] }
      draft?.base64?.append(contentsOf: code)
    default: throw fault(.answer)
    }
  }

  private mutating func readText(_ line: ArraySlice<UInt8>) throws(HTTPCassette.Problem) {
    var content = line.dropFirst()
    if content.first == UInt8(ascii: " ") { content = content.dropFirst() }
    guard String(validating: content, as: UTF8.self) != nil else { throw fault(.text) }
    if draft?.text == nil {
      draft?.text = Array(content)
    } else {
      draft?.text?.append(UInt8(ascii: "\n"))
      draft?.text?.append(contentsOf: content)
    }
  }

  /// `> Name: value`
  private mutating func field(_ line: String) throws(HTTPCassette.Problem) -> HTTPField {
    draft?.fieldCount += 1
    guard let count = draft?.fieldCount, count <= 1000 else { throw fault(.count) }
    let parts = line.dropFirst().split(separator: ":", maxSplits: 1)
    guard let first = parts.first, let name = HTTPField.Name(first.trimmed) else {
      throw fault(.field)
    }
    let value = parts.dropFirst().first?.trimmed ?? ""
    guard HTTPField.isValidValue(value), line.contains(":") else { throw fault(.field) }
    return HTTPField(name: name, value: value)
  }

  /// A line outside of a body.
  private func text(_ line: ArraySlice<UInt8>) throws(HTTPCassette.Problem) -> String {
    guard line.count <= 1 << 16, let text = String(validating: line, as: UTF8.self) else {
      throw fault(.text)
    }
    return text
  }

  private func fault(_ fault: HTTPCassette.Fault) -> HTTPCassette.Problem {
    .line(number, fault)
  }
}

extension StringProtocol where SubSequence == Substring {
  /// The text without spaces and tabs at its ends.
  var trimmed: String { String(self[...].trimmingBlanks) }
}

extension UInt8 {
  fileprivate var isBase64: Bool {
    switch self {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "+"), UInt8(ascii: "/"),
      UInt8(ascii: "="):
      true
    default: false
    }
  }
}
