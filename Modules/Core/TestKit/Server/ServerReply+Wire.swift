import Foundation
import HTTP

extension ServerReply {
  /// The steps that answer a request.
  func steps(for request: ServerRequest) -> [WireStep] {
    let waiting = delay.map { [WireStep.wait($0)] } ?? []
    if let wire { return waiting + wire(request) }
    var fields = fields
    let framed = frame(&fields)
    let mayHaveBody =
      request.method != .head && status.kind != .informational && status != 204 && status != 304
    let closes = request.endsConnection || ending?.isClose == true
    // An end that a test asks for is not announced.
    if closes, ending == nil, !fields.contains(.connection) { fields[.connection] = "close" }
    let announcesClose = fields[.connection]?.lowercased() == "close"

    var steps = waiting
    for response in interim {
      steps.append(.send(Self.head(response.status, response.headerFields)))
    }
    var head = Self.head(status, fields)
    let pieces = mayHaveBody ? framed : []
    if pace == nil, pieces.count == 1 {
      // In one packet.
      head += pieces[0]
      steps.append(.send(head))
    } else {
      steps.append(.send(head))
      for piece in pieces {
        if let pace { steps.append(.wait(pace)) }
        steps.append(.send(piece))
      }
    }
    if let ending { return steps + [ending] }
    return closes || announcesClose ? steps + [.close] : steps
  }

  /// Adds the fields that frame the body, and returns the body's bytes with their framing.
  private func frame(_ fields: inout HTTPFields) -> [Data] {
    switch body {
    case .data(let data):
      // RFC 9110, section 8.6; a 304 could have one, but then it would be that of a 200.
      let hasLength = status.kind != .informational && status != 204 && status != 304
      if hasLength, !fields.contains(.contentLength) { fields[.contentLength] = "\(data.count)" }
      return data.isEmpty ? [] : [data]
    case .chunks(let chunks, let isComplete):
      if !fields.contains(.transferEncoding) { fields[.transferEncoding] = "chunked" }
      var pieces = chunks.filter { !$0.isEmpty }.map(Self.chunk)
      if isComplete { pieces.append(Data("0\r\n\r\n".utf8)) }
      return pieces
    }
  }

  /// A chunk with its size.
  static func chunk(_ data: Data) -> Data {
    Data("\(String(data.count, radix: 16))\r\n".utf8) + data + Data("\r\n".utf8)
  }

  /// A head, with the empty line.
  static func head(_ status: HTTPResponse.Status, _ fields: HTTPFields) -> Data {
    Data("HTTP/1.1 \(status.code) \(status.reasonPhrase)\r\n".utf8) + lines(fields)
  }

  private static func lines(_ fields: HTTPFields) -> Data {
    Data((fields.map { "\($0.name.rawName): \($0.value)\r\n" }.joined() + "\r\n").utf8)
  }
}

extension WireStep {
  fileprivate var isClose: Bool {
    if case .close = self { true } else { false }
  }
}
