public import Foundation

/// Answers requests by a function, without a network.
public struct MemoryHTTPClient: HTTPClient {
  private let answer: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Creates a client.
  ///
  /// - Parameter answer: called once for each request, on the caller's executor.
  public init(_ answer: @escaping @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse) {
    self.answer = answer
  }

  /// Answers a request.
  public func send(_ request: HTTPRequest) async throws(HTTPError) -> HTTPResponse {
    if Task.isCancelled { throw .cancelled }
    return try await answer(request)
  }
}

extension HTTPResponse {
  /// Creates a response with a JSON body.
  public static func json(_ data: Data, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["content-type": "application/json"], body: HTTPBody(data))
  }
}
