import HTTP

/// A caller's share of a transfer, which ends with the last reference to it.
final class FlightSeat: Sendable {
  private let number: Int
  private let flight: Flight

  init(_ number: Int, _ flight: Flight) {
    self.number = number
    self.flight = flight
  }

  deinit { flight.leave(number) }

  /// Waits for the head; the body is this seat's.
  func answer() async throws(HTTPError) -> HTTPAnswer {
    var answer = try await flight.answer()
    if answer.body.data == nil {
      answer.body = HTTPBody(length: answer.body.length) { () async throws(HTTPError) in
        try await self.flight.next(self.number)
      }
    }
    return answer
  }
}
