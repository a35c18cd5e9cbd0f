import Networking
import Testing

@Suite("Rates of requests")
struct HTTPRateTests {
  @Test("A rate is made possible", arguments: [0, -1, .min])
  func rates(_ number: Int) {
    let rate = HTTPRate(number, per: .seconds(number), burst: number)
    #expect(rate.requests == 1 && rate.burst == 1 && rate.interval == .milliseconds(1))
  }
}
