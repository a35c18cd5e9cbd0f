import HTTP
import Core
import Services
import Foundation
import Testing

@Suite("Values of the services")
struct ServiceValueTests {
  @Test("Seeded random numbers match the published values of SplitMix64")
  func splitMix() {
    let source = SeededRandomness(seed: 1_234_567)
    let published: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect((0..<5).map { _ in source.next() } == published)
  }

  @Test("Counted identifiers begin at one")
  func counting() {
    let source = CountingIdentifiers()
    #expect([source.next("shelf"), source.next("book")] == ["shelf-1", "book-2"])
  }

  @Test("The in-memory logger keeps the newest lines")
  func capacity() {
    let logger = MemoryLogger(level: .debug, capacity: 3)
    for number in 1...5 { logger.log(.info, "\(number)") }
    #expect(logger.lines == ["3", "4", "5"])
    #expect(LogLevel.debug < .info && .info < .warning && LogLevel.warning < .error)
  }

  @Test("Setting a header field replaces all values of its name; appending keeps them")
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

  @Test("A body is one chunk, an empty body has no chunk")
  func wholeBody() async throws {
    var chunks: [Data] = []
    for try await chunk in HTTPBody(Data("abc".utf8)) { chunks.append(chunk) }
    #expect(chunks == [Data("abc".utf8)])
    for try await _ in HTTPBody(Data()) { Issue.record("an empty body has a chunk") }
  }

  @Test(
    "The error of a request is a sentence that names its subject",
    arguments: [
      (HTTPError.unreachable("a.example"), "a.example"), (.timedOut, "too long"),
      (.tooLarge(limit: 9), "9"), (.malformed("header"), "header"), (.cancelled, "Cancelled"),
    ])
  func httpErrors(_ error: HTTPError, _ subject: String) {
    #expect(error.description.hasSuffix("."))
    #expect(error.description.contains(subject))
  }

  @Test("A storage error names its subject and, where there is one, a remedy")
  func storageErrors() {
    #expect(StorageError.full.description.contains("Free some space"))
    #expect(StorageError.unavailable("locked").description.contains("locked"))
    #expect(StorageError.damaged("places").description.contains("places"))
  }
}
