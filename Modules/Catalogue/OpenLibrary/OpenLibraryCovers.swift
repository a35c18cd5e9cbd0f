public import Catalogue
public import Foundation
public import HTTP

/// The covers of Open Library, or of a server that answers like it (openlibrary.org/dev/docs/api/covers).
public struct OpenLibraryCovers: Sendable {
  /// Where Open Library has its covers.
  public static let usual = URL(string: "https://covers.openlibrary.org")

  /// The largest file, in bytes.
  static let largest = 2 << 20
  private static let options: HTTPOptions = {
    var options = HTTPOptions()
    options.maximumBodySize = largest
    options.connectTimeout = .seconds(10)
    options.firstByteTimeout = .seconds(10)
    options.idleTimeout = .seconds(10)
    options.wholeTimeout = .seconds(20)
    options.maximumRedirects = CoverGateway.maximumRedirects
    return options
  }()
  private let base: URL
  private let client: any HTTPClient

  /// Creates the covers of a server.
  ///
  /// - Parameters:
  ///   - base: the scheme and host of the server.
  ///   - client: sends the requests; a cache above a ``CoverGateway`` stores nothing but pictures.
  public init(base: URL, client: any HTTPClient) {
    self.base = base
    self.client = client
  }

  /// Returns the picture of medium size, JPEG or PNG by its first bytes and of 2 MB at most.
  public func cover(_ reference: CoverReference) async throws(CatalogueError) -> Data {
    guard let address = URLComponents(string: reference.address),
      var server = URLComponents(url: base, resolvingAgainstBaseURL: true)
    else { throw .notFound }
    (server.path, server.query) = (address.path, address.query)
    guard let url = server.url else { throw .notFound }
    let response: HTTPResponse
    let data: Data
    do throws(HTTPError) {
      let answer = try await client.send(HTTPRequest(url: url), options: Self.options)
      response = answer.response
      data = try await answer.body.collect(upTo: Self.largest)
    } catch { throw CatalogueError(error) }
    switch response.status.code {
    case 200: break
    case 404, 410: throw .notFound
    case let status: throw .unavailable(status: status)
    }
    guard CoverGateway.isPicture(data, response) else { throw .unreadable }
    return data
  }
}

/// Stands between a cache and a server of covers, and lets through only pictures, so that nothing that a captive
/// portal says is stored as a cover, or takes the place of one: neither its page, nor its redirect, nor its error.
///
/// Like an ``OpenLibraryGateway`` it answers 502, 503 or 504 in the place of every other answer, so that a cache
/// above may answer with the picture that it has (RFC 5861, section 4). Only 404 and 410 pass, without a body
/// and not to be stored, and a 304 that was asked for. Redirects end here.
public struct CoverGateway: HTTPClient {
  /// How many redirects a picture may take: the files are at archive.org.
  static let maximumRedirects = 3

  private let client: any HTTPClient

  /// Creates a gateway to a server that another client asks.
  public init(_ client: any HTTPClient) {
    self.client = client
  }

  /// Sends a request, and waits for the whole picture.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    do throws(HTTPError) {
      return try await checked(request, body, options)
    } catch {
      guard error.isReasonForRefusal else { throw error }
      switch error {
      case .certificate, .tls: return Self.refusal(.gatewayTimeout, request)
      default: return Self.refusal(.badGateway, request)
      }
    }
  }

  private func checked(
    _ request: HTTPRequest, _ body: HTTPBody?, _ options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    var options = options
    options.maximumRedirects = Self.maximumRedirects
    var answer = try await client.follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await client.send(request, body: body, options: options)
    }
    switch answer.response.status.code {
    case 200:
      let data = try await answer.body.collect(upTo: OpenLibraryCovers.largest)
      guard Self.isPicture(data, answer.response) else {
        return Self.refusal(.badGateway, request)
      }
      answer.body = HTTPBody(data)
    case 304 where request.isConditional: break
    case 404, 410:
      answer.response.headerFields[.cacheControl] = "no-store"
      answer.body = HTTPBody(Data())
    default: return Self.refusal(.serviceUnavailable, request)
    }
    return answer
  }

  private static func refusal(
    _ status: HTTPResponse.Status, _ request: HTTPRequest
  ) -> HTTPAnswer {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.cacheControl: "no-store"]), from: request.url)
  }

  /// Returns whether an answer is a picture by its type and by its first bytes.
  static func isPicture(_ data: Data, _ response: HTTPResponse) -> Bool {
    let type = response.headerFields[.contentType]?.lowercased() ?? ""
    return ["image/jpeg", "image/jpg", "image/png"].contains { type.hasPrefix($0) }
      && (data.starts(with: [0xFF, 0xD8, 0xFF])
        || data.starts(with: [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]))
  }
}
