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
    if let problem = CoverGateway.problem(of: answer.response) { throw problem }
    switch answer.response.status.code {
    case 200: break
    case 404, 410: throw .notFound
    case let status: throw .unavailable(status: status)
    }
    let data: Data
    do throws(HTTPError) {
      data = try await answer.body.collect(upTo: CoverFile.largest)
    } catch { throw CoverError(error) }
    guard CoverGateway.isPicture(data, answer.response) else { throw .notAPicture }
    return data
  }

  private func answer(_ request: HTTPRequest) async throws(CoverError) -> HTTPAnswer {
    do throws(HTTPError) {
      return try await client.send(request, options: options)
    } catch { throw CoverError(error) }
  }
}

extension CoverError {
  fileprivate init(_ error: HTTPError) {
    switch error {
    case .tooLarge: self = .tooLarge
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    default: self = error.isInvalidAnswer ? .notAPicture : .offline
    }
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
      return Self.refusal(CoverError(error), request)
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
      let data = try await answer.body.collect(upTo: options.maximumBodySize)
      guard Self.isPicture(data, answer.response) else {
        return Self.refusal(.notAPicture, request)
      }
      answer.body = HTTPBody(data)
    case 304 where request.isConditional: break
    case 404, 410:
      answer.response.headerFields[.cacheControl] = "no-store"
      answer.body = HTTPBody(Data())
    case let status: return Self.refusal(.unavailable(status: status), request)
    }
    return answer
  }

  /// Says what was refused.
  private static let problem = HTTPField.Name("X-Cover-Problem")
  private static let tooLarge = "too large"
  private static let notAPicture = "not a picture"
  private static let unsafe = "unsafe"

  private static func refusal(_ problem: CoverError, _ request: HTTPRequest) -> HTTPAnswer {
    let (status, value): (HTTPResponse.Status, String) =
      switch problem {
      case .unavailable(let status): (.serviceUnavailable, "\(status)")
      case .tooLarge: (.badGateway, tooLarge)
      case .offline: (.gatewayTimeout, unsafe)
      default: (.badGateway, notAPicture)
      }
    var response = HTTPResponse(status: status, headerFields: [.cacheControl: "no-store"])
    if let name = Self.problem { response.headerFields[name] = value }
    return HTTPAnswer(response, from: request.url)
  }

  /// Returns the problem for which a gateway has refused an answer, or nil for every other response.
  static func problem(of response: HTTPResponse) -> CoverError? {
    // Such a status from a server never passes a gateway.
    guard response.status.kind == .serverError,
      let value = problem.flatMap({ response.headerFields[$0] })
    else { return nil }
    switch value {
    case tooLarge: return .tooLarge
    case unsafe: return .offline
    case notAPicture: return .notAPicture
    default: return Int(value).map { .unavailable(status: $0) }
    }
  }

  /// Returns whether an answer is a picture by its type and by its first bytes.
  static func isPicture(_ data: Data, _ response: HTTPResponse) -> Bool {
    let type = response.headerFields[.contentType]?.lowercased() ?? ""
    return ["image/jpeg", "image/jpg", "image/png"].contains { type.hasPrefix($0) }
      && CoverFile.isPicture(data)
  }
}
