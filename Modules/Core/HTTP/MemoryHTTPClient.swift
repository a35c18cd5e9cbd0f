public import Foundation

/// Answers requests by a function, without a network.
public struct MemoryHTTPClient: HTTPClient {
  /// Answers one request.
  public typealias Answer =
    @Sendable (HTTPRequest, HTTPBody?, HTTPOptions) async throws(HTTPError) -> HTTPAnswer

  private let answer: Answer

  /// Creates a client.
  ///
  /// - Parameter answer: called once for each request, on the caller's executor.
  public init(_ answer: @escaping Answer) {
    self.answer = answer
  }

  /// Creates a client that answers by the request's head alone.
  public init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPAnswer) {
    self.answer = { request, _, _ throws(HTTPError) in try await answer(request) }
  }

  /// Answers a request, and follows redirects.
  public func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await follow(request, body: body, options: options) {
      (request, body, options) async throws(HTTPError) in
      if Task.isCancelled { throw .cancelled }
      return try await answer(request, body, options)
    }
  }
}

extension HTTPAnswer {
  /// Creates an answer with a JSON body.
  public static func json(_ data: Data, status: HTTPResponse.Status = 200, from url: URL)
    -> HTTPAnswer
  {
    HTTPAnswer(
      HTTPResponse(status: status, headerFields: [.contentType: "application/json"]),
      body: HTTPBody(data), from: url)
  }
}
