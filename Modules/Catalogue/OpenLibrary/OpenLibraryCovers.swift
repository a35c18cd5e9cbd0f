public import Catalogue
public import Foundation
public import HTTP

/// The covers of Open Library, or of a server that answers like it (openlibrary.org/dev/docs/api/covers).
public struct OpenLibraryCovers: CoverSource {
  /// Where Open Library has its covers.
  public static let usual = URL(string: "https://covers.openlibrary.org")

  /// The limits of a request.
  public var options: HTTPOptions = {
    var options = HTTPOptions()
    options.maximumBodySize = CoverFile.largest
    options.connectTimeout = .seconds(10)
    options.firstByteTimeout = .seconds(10)
    options.idleTimeout = .seconds(10)
    options.wholeTimeout = .seconds(20)
    options.maximumRedirects = CoverGateway.maximumRedirects
    return options
  }()
  private let base: URL
  private let client: any HTTPClient

  /// Creates a source.
  ///
  /// - Parameters:
  ///   - base: the scheme and host of the server.
  ///   - client: sends the requests; a cache above a ``CoverGateway`` stores nothing but pictures.
  public init(base: URL, client: any HTTPClient) {
    self.base = base
    self.client = client
  }

  /// Returns the picture of medium size.
  public func cover(_ reference: CoverReference) async throws(CoverError) -> Data {
    guard let address = URLComponents(string: reference.address),
      var server = URLComponents(url: base, resolvingAgainstBaseURL: true)
    else { throw .notFound }
    (server.path, server.query) = (address.path, address.query)
    guard let url = server.url else { throw .notFound }
    let answer = try await answer(HTTPRequest(url: url))
    switch answer.response.status.code {
    case 200: break
    case 404, 410: throw .notFound
    case let status: throw .unavailable(status: status)
    }
    let data: Data
    do throws(HTTPError) {
      data = try await answer.body.collect(upTo: CoverFile.largest)
    } catch { throw Self.error(error) }
    guard CoverGateway.isPicture(data, answer.response) else { throw .notAPicture }
    return data
  }

  private func answer(_ request: HTTPRequest) async throws(CoverError) -> HTTPAnswer {
    do throws(HTTPError) {
      return try await client.send(request, options: options)
    } catch { throw Self.error(error) }
  }

  private static func error(_ error: HTTPError) -> CoverError {
    switch error {
    case .tooLarge: .tooLarge
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .malformed, .headerTooLarge, .tooManyRedirects, .forbiddenRedirect, .invalidRequest:
      .notAPicture
    default: .offline
    }
  }
}

/// Stands between a cache and a server of covers, and lets through only pictures, so that nothing that a captive
/// portal says is stored as a cover: neither its page, nor its redirect, nor its error.
///
/// Redirects end here, and no cache stores a refusal.
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
    var options = options
    options.maximumRedirects = Self.maximumRedirects
    var answer = try await client.follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      try await client.send(request, body: body, options: options)
    }
    switch answer.response.status.code {
    case 200:
      let data = try await answer.body.collect(upTo: options.maximumBodySize)
      guard Self.isPicture(data, answer.response) else { throw .malformed("not a picture") }
      answer.body = HTTPBody(data)
    case 304: break
    default: answer.response.headerFields[.cacheControl] = "no-store"
    }
    return answer
  }

  /// Returns whether an answer is a picture by its type and by its first bytes.
  static func isPicture(_ data: Data, _ response: HTTPResponse) -> Bool {
    let type = response.headerFields[.contentType]?.lowercased() ?? ""
    return ["image/jpeg", "image/jpg", "image/png"].contains { type.hasPrefix($0) }
      && CoverFile.isPicture(data)
  }
}
