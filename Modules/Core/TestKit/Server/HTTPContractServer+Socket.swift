import Foundation
import HTTP

extension HTTPContractServer {
  /// Answers a request as the table says, on a connection.
  ///
  /// ```swift
  /// try await withServer(HTTPContractServer.reply) { server in
  ///   try await HTTPClientContract(client, base: server.url()).verify(check)
  /// }
  /// ```
  @Sendable public static func reply(to request: ServerRequest) -> ServerReply {
    let parts = request.path.split(separator: "/")
    switch parts.first {
    case "status":
      return ServerReply(status: .init(code: parts.last.flatMap { Int($0) } ?? 400))
    case "echo":
      var reply = ServerReply(body: .data(request.body))
      reply.fields += probe("X-Method", request.method.rawValue)
      reply.fields += probe("X-Target", request.target)
      for field in request.fields {
        if let name = echoes[field.name.canonicalName] { reply.fields += probe(name, field.value) }
      }
      return reply
    case "fields": return ServerReply(fields: probe("X-Probe", "One") + probe("x-probe", "Two"))
    case "chunks":
      return ServerReply(body: .chunks(["one ", "two ", "three"].map { Data($0.utf8) }))
    case "large": return ServerReply(body: .data(Data(repeating: 65, count: largeSize)))
    case "never": return .wire([.silence])
    case "stall":
      var reply = ServerReply(body: .chunks([Data("one ".utf8)], isComplete: false))
      reply.ending = .silence
      return reply
    case "redirect":
      let own = URL(string: "http://\(request.fields[.host] ?? "")")
      let location = location(parts.last, host: own?.host(), port: own?.port)
      return location.map { ServerReply.redirect(to: $0) } ?? ServerReply()
    default: return ServerReply(status: .notFound)
    }
  }

  private static func probe(_ name: String, _ value: String) -> HTTPFields {
    HTTPFields(HTTPField.Name(name).map { [HTTPField(name: $0, value: value)] } ?? [])
  }
}
