import Core
import Services
import Foundation
import Testing

@Suite("Values around the services")
struct ServiceValueTests {
  @Test("Seeded numbers are SplitMix64: its published values come out")
  func splitMix() {
    let source = SeededRandomness(seed: 1_234_567)
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { _ in source.next() } == published)
  }

  @Test("Identifiers that count begin at one")
  func counting() {
    let source = CountingIdentifiers()
    #expect([source.next("shelf"), source.next("book")] == ["shelf-1", "book-2"])
  }

  @Test("A logger in memory keeps the newest lines")
  func capacity() {
    let logger = MemoryLogger(level: .debug, capacity: 3)
    for number in 1...5 { logger.log(.info, "\(number)") }
    #expect(logger.lines == ["3", "4", "5"])
    #expect(LogLevel.debug < .info && .info < .warning && LogLevel.warning < .error)
  }

  @Test("Setting a field replaces all of its name; appending keeps them")
  func fields() {
    var fields: HTTPFields = ["Accept": "a", "accept": "b", "Other": "c"]
    fields["ACCEPT"] = "d"
    #expect(fields.all.map(\.name) == ["other", "accept"])
    fields.append("e", for: "Accept")
    #expect(fields["accept"] == "d")
    fields["accept"] = nil
    #expect(fields.all.map(\.value) == ["c"])
  }

  @Test("Statuses from 200 to 299 are success", arguments: [199, 200, 299, 300])
  func success(_ status: Int) {
    #expect(HTTPResponse(status: status).isSuccess == (200...299).contains(status))
  }

  @Test("A body that is there is read once, an empty one not at all")
  func wholeBody() async throws {
    var chunks: [Data] = []
    for try await chunk in HTTPBody(Data("abc".utf8)) { chunks.append(chunk) }
    #expect(chunks == [Data("abc".utf8)])
    for try await _ in HTTPBody(Data()) { Issue.record("an empty body has a chunk") }
  }

  @Test(
    "An error of a request is a sentence that names what it is about",
    arguments: [
      (HTTPError.unreachable("a.example"), "a.example"), (.timedOut, "too long"),
      (.tooLarge(limit: 9), "9"), (.malformed("header"), "header"), (.cancelled, "Cancelled"),
    ])
  func httpErrors(_ error: HTTPError, _ subject: String) {
    #expect(error.description.hasSuffix("."))
    #expect(error.description.contains(subject))
  }

  @Test("A storage error says what helps where something does, and what it is about")
  func storageErrors() {
    #expect(StorageError.full.description.contains("Free some space"))
    #expect(StorageError.unavailable("locked").description.contains("locked"))
    #expect(StorageError.damaged("places").description.contains("places"))
  }
}
