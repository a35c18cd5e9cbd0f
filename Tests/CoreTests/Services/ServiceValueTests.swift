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

  @Test("No owner's keys begin, byte by byte, like those of another one")
  func prefixes() {
    let names = ["", "a", "a/", "a/\u{301}", "a/b", "a%2F", "a%", "guest"]
    let owners = [Owner.guest] + names.map { Owner.account(Identifier($0)) }
    let prefixes = owners.map { Array($0.keyPrefix.utf8) }
    for (one, prefix) in prefixes.enumerated() {
      for (other, longer) in prefixes.enumerated() where one != other {
        #expect(!longer.starts(with: prefix), "\(owners[one]) and \(owners[other])")
      }
    }
  }

  @Test("The in-memory logger keeps the newest lines")
  func capacity() {
    let logger = MemoryLogger(level: .debug, capacity: 3)
    for number in 1...5 { logger.log(.info, "\(number)") }
    #expect(logger.lines == ["3", "4", "5"])
    #expect(LogLevel.debug < .info && .info < .warning && LogLevel.warning < .error)
  }

  @Test("A storage error names its subject and, where there is one, a remedy")
  func storageErrors() {
    #expect(StorageError.full.description.contains("Free some space"))
    let remedy = StorageError.unavailable("choose another folder").description
    #expect(remedy == "The storage can't be used now (choose another folder).")
    #expect(StorageError.refused("sign in").description == "This can't be done: sign in.")
    #expect(StorageError.damaged("places").description.contains("places"))
  }
}
