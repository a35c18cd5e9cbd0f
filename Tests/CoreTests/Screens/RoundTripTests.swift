import Services
import Core
import Foundation
import Testing

@Suite("Content survives encoding and decoding")
struct RoundTripTests {
  private func roundTrip<Value: Codable>(_ value: Value) throws -> Value {
    try JSONDecoder().decode(Value.self, from: JSONEncoder().encode(value))
  }

  @Test("Any content is decoded unchanged", arguments: 0..<300)
  func content(seed: Int) throws {
    let generator = ContentGenerator(seed: UInt64(seed))
    let content = generator.content()
    #expect(try roundTrip(content) == content)
    let route = generator.route()
    #expect(try roundTrip(route) == route)
    let lock = generator.lock()
    #expect(try roundTrip(lock) == lock)
  }

  @Test("Identifiers and dates are bare strings")
  func bare() throws {
    let data = try JSONEncoder().encode(["id": Row.ID("a")])
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":"a"}"#)
    let date = try #require(CalendarDate("2026-11-20"))
    #expect(try String(decoding: JSONEncoder().encode([date]), as: UTF8.self) == #"["2026-11-20"]"#)
  }

  @Test(
    "Inconsistent content is refused",
    arguments: [
      #"{"kind":"number","minimum":2,"maximum":1}"#, #"{"kind":"number","minimum":0}"#,
      #"{"kind":"number","minimum":0.5,"maximum":1}"#, #"{"kind":"other"}"#,
      #"{"kind":"choice"}"#, "{}", "[]",
    ])
  func refusedKind(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FieldKind.self, from: Data(text.utf8))
    }
  }

  @Test(
    "A number with a fraction, or larger than any Int, is refused",
    arguments: ["2.5", "1e300", "-1e300", "9223372036854775808"])
  func refusedNumber(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(FieldValue.self, from: Data(#"{"number":\#(text)}"#.utf8))
    }
  }

  @Test(
    "An invalid date is refused",
    arguments: ["2023-02-29", "2026-13-01", "0000-01-01", "20261120", "", "２０２６-11-20"])
  func refusedDate(_ text: String) {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["\#(text)"]"#.utf8))
    }
  }

  @Test("NaN and infinity become numbers that can be drawn")
  func finite() {
    #expect(BarChart.Point(label: "", value: .nan).value == 0)
    #expect(LoadingProgress(fraction: .infinity).fraction == 0)
    #expect(LoadingProgress(fraction: -1).fraction == 0)
    #expect(LoadingProgress(fraction: 2).fraction == 1)
  }
}
