import HTTP
import Synchronization

/// The transfers that a request can join.
final class FlightTable: Sendable {
  private let joinLimit: Int
  private let flights = Mutex<[FlightKey: Flight]>([:])

  init(joinLimit: Int) {
    self.joinLimit = joinLimit
  }

  /// Joins the transfer of an equal request, or starts one.
  func board(
    _ key: FlightKey, send: @escaping @Sendable () async throws(HTTPError) -> HTTPAnswer
  ) -> FlightSeat {
    let (flight, seat, isNew) = flights.withLock { flights in
      if let flight = flights[key], let seat = flight.join() { return (flight, seat, false) }
      let flight = Flight(key, joinLimit: joinLimit)
      flights[key] = flight
      return (flight, flight.join() ?? 0, true)
    }
    if isNew { flight.start(self, send) }
    return FlightSeat(seat, flight)
  }

  /// Closes all transfers to further callers.
  func closeAll() {
    for flight in flights.withLock({ Array($0.values) }) { close(flight) }
  }

  /// Closes a transfer to further callers.
  func close(_ flight: Flight) {
    flights.withLock { flights in
      flight.close()
      if flights[flight.key] === flight { flights[flight.key] = nil }
    }
  }
}
