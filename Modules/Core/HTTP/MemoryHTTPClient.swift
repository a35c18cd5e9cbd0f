public import Foundation

/// Answers requests without a network, by a function.
public struct MemoryHTTPClient: HTTPClient {
  private let answer: @Sendable (HTTPRequest) async throws(HTTPError) -> HTTPResponse

  /// Creates a client.
  ///
  /// - Parameter answer: is called once for each request, on the caller's executor.
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
  /// A response that holds JSON.
  public static func json(_ data: Data, status: Int = 200) -> HTTPResponse {
    HTTPResponse(
      status: status, fields: ["content-type": "application/json"], body: HTTPBody(data))
  }
}
