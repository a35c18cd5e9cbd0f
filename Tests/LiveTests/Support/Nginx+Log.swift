import CurlNetworking
import Foundation
import HTTP
import TestKit

extension Nginx {
  /// A request, as nginx has logged it.
  struct Line: Decodable {
    var status: String
    var method: String
    var target: String
    /// Such as `HTTP/2.0`.
    var version: String
    /// The number of the connection.
    var connection: String
    var authorization: String
    var key: String
    var range: String
    var agent: String
    /// The content coding of the answer.
    var encoding: String
  }

  /// The requests that were answered so far.
  ///
  /// - Parameter prefix: how their targets begin.
  func log(_ prefix: String = "") async throws -> [Line] {
    // The one worker writes a line before it reads a further request.
    _ = try? await PatientClient(.direct).send(HTTPRequest(url: url("/", at: "mark")))
    let text = try String(contentsOfFile: "\(folder)/access", encoding: .utf8)
    return try text.split(separator: "\n")
      .map { try JSONDecoder().decode(Line.self, from: Data($0.utf8)) }
      .filter { $0.target.hasPrefix(prefix) }
  }
}

extension Nginx {
  /// The number of connections so far: this question's, and also those without a request.
  func connections() async throws -> Int {
    Int(try await PatientClient(.direct).text(url("/", at: "mark"))) ?? 0
  }
}

extension PatientClient {
  /// A client over libcurl.
  init(_ configuration: CurlConfiguration) { self.init(CurlHTTPClient(configuration)) }
}

extension CurlConfiguration {
  /// No proxy, whatever the machine's variables say.
  static var direct: Self {
    var configuration = Self()
    configuration.proxy = .none
    return configuration
  }

  /// Trusts the tests' own authority, and no other.
  static var live: Self {
    var configuration = direct
    configuration.trust = .file(RealServers.certificate("authority.pem"))
    return configuration
  }
}

extension HTTPClient {
  /// The body of a GET as text.
  func text(_ url: URL, _ fields: HTTPFields = [:]) async throws -> String {
    let answer = try await send(HTTPRequest(url: url, headerFields: fields))
    return String(decoding: try await answer.body.collect(upTo: 1 << 24), as: UTF8.self)
  }

  /// The error of a request that gets no answer; nil if it gets one.
  func failure(of request: HTTPRequest) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await send(request)
      return nil
    } catch { return error }
  }
}
