// Needs: Books

import HTTP

/// Sends the requests of a catalogue, or of its covers, until the catalogue is closed.
struct ClosableClient: HTTPClient {
  private let client: any HTTPClient
  private let requests: InFlightRequests

  init(_ client: any HTTPClient, _ requests: InFlightRequests) {
    self.client = client
    self.requests = requests
  }

  func send(
    _ request: HTTPRequest, body: HTTPBody?, options: HTTPOptions
  ) async throws(HTTPError) -> HTTPAnswer {
    try await requests.send { [client] () async throws(HTTPError) in
      try await client.send(request, body: body, options: options)
    }
  }
}
