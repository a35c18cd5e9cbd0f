import Books
import Catalogue
import Services
import Figures
import Foundation
import LocalCatalogue
import SQLiteStorage

/// Searches a catalogue, and runs the same statements in a plain C program, in turns.
struct SearchFigures {
  let folder: String
  let plainC: String
  /// The minimum time of a measurement, in milliseconds; shorter work is repeated.
  private static let least = 60.0

  func run() async throws {
    let base = try SQLiteRecovery.openReplaceable("\(folder)/catalogue.sqlite")
    try await fillNew()
    let recorded = RecordedDatabase(base: base)
    let recording = DatabaseCatalogue(embedded: [], dump: { recorded })
    let timed = RecordedDatabase(base: base, notesCalls: false)
    let catalogue = DatabaseCatalogue(embedded: [], dump: { timed })
    let program = try PlainC(plainC, "\(folder)/catalogue.sqlite")
    _ = try await catalogue.featured()
    _ = try await recording.featured()
    for (name, queries) in Self.queries() {
      var times: [Double] = []
      var (ours, theirs) = (0.0, 0.0)
      for query in queries {
        recorded.calls.list.withLock { $0.removeAll() }
        let page = try await recording.search(query, offset: 0, limit: 20)
        let calls = recorded.calls.list.withLock(\.self)
        let statements = PlainC.text(of: calls)
        var rounds: (swift: [Double], plainC: [Double]) = ([], [])
        var total = 0.0
        var round = 0
        while round < 9 || total < Self.least {
          // The first one in a round has colder caches.
          if round % 2 == 0 { rounds.plainC.append(try program.run(statements)) }
          let start = ContinuousClock.now
          _ = try await catalogue.search(query, offset: 0, limit: 20)
          times.append(start.duration(to: .now) / .milliseconds(1))
          // The rest is building a page and a thread switch.
          rounds.swift.append(timed.calls.time.withLock(\.self) / .milliseconds(1))
          if round % 2 == 1 { rounds.plainC.append(try program.run(statements)) }
          total += rounds.swift[round]
          round += 1
        }
        ours += rounds.swift.median
        theirs += rounds.plainC.median
        if ProcessInfo.processInfo.environment["VERBOSE"] != nil {
          let line =
            "  \(query.words) \(query.author)\(query.subject): \(page.total) of \(calls.count) calls, "
            + "\(rounds.swift.median) ms, plain C \(rounds.plainC.median) ms\n"
          FileHandle.standardError.write(Data(line.utf8))
        }
      }
      times.sort()
      print(
        Figure(
          "search, \(name)", ours / theirs, "times plain C", atMost: 1.1,
          "95th percentile \(times[times.count * 95 / 100].short) ms"
        ).line)
    }
  }

  /// Fills a new catalogue with the embedded records.
  private func fillNew() async throws {
    let path = "\(folder)/new.sqlite"
    let places: [(String, EmbeddedDatabase)] = [
      (
        "in a file",
        EmbeddedDatabase { () throws(StorageError) in try SQLiteRecovery.openReplaceable(path) }
      ),
      ("in memory", EmbeddedDatabase { () throws(StorageError) in try SQLiteMemoryDatabase() }),
    ]
    for (place, records) in places {
      let start = ContinuousClock.now
      _ = try await DatabaseCatalogue(embedded: [records]).featured()
      let time = start.duration(to: .now) / .milliseconds(1)
      print(Figure("first answer of a new catalogue \(place)", time, "ms").line)
    }
  }

  private static func queries() -> [(String, [BookQuery])] {
    let vocabulary = Vocabulary()
    let (common, rare) = vocabulary.samples(20)
    return [
      ("common words", common.map { BookQuery(words: $0) }),
      ("rare words", rare.map { BookQuery(words: $0) }),
      (
        "two and three words",
        zip(common, common.reversed()).map { BookQuery(words: "\($0) \($1)") }
          + zip(common, rare).map { BookQuery(words: "\($0) \($1)") }
          + zip(common, common.dropFirst(5)).map { BookQuery(words: "\"\($0) \($1)\" a") }
      ),
      (
        "beginnings of words",
        ["t", "b", "ba", "ke", "zen", "h", "his", "wor", "bake", "lomi", "gald"].map {
          BookQuery(words: $0)
        }
          + zip(common, ["b", "s", "ke", "lom", "zenb"]).map { BookQuery(words: "\($0) \($1)") }
      ),
      ("other scripts", vocabulary.foreignSamples.map { BookQuery(words: $0) }),
      (
        "filters and orders",
        common.prefix(6).flatMap { word in
          [
            BookQuery(words: word, fromYear: 1900, toYear: 1950),
            BookQuery(words: word, fromYear: 1801, toYear: 1803, language: "fre"),
            BookQuery(words: word, order: .newest), BookQuery(words: word, order: .title),
            BookQuery(words: word, subject: "history"), BookQuery(author: "ke", order: .oldest),
          ]
        }
      ),
    ]
  }
}

/// The plain C program, which reads statements from a pipe.
final class PlainC {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  init(_ path: String, _ database: String) throws {
    process.executableURL = URL(filePath: path)
    process.arguments = [database]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
  }

  deinit {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
  }

  /// Returns statements in the program's format.
  static func text(of calls: [RecordedCall]) -> Data {
    var text = "\(calls.count) 1\n"
    for call in calls {
      text += call.sql.replacing("\n", with: " ") + "\n\(call.values.count)\n"
      for value in call.values {
        switch value {
        case .integer(let number): text += "i\(number)\n"
        case .text(let words): text += "t\(words)\n"
        default: text += "i0\n"
        }
      }
    }
    return Data(text.utf8)
  }

  /// Returns the milliseconds of the statements, one after the other.
  func run(_ statements: Data) throws -> Double {
    try input.fileHandleForWriting.write(contentsOf: statements)
    var answer = Data()
    while answer.last != UInt8(ascii: "\n") {
      let part = output.fileHandleForReading.availableData
      guard !part.isEmpty else { throw CocoaError(.fileReadUnknown) }
      answer += part
    }
    let number = String(decoding: answer, as: UTF8.self).trimmingCharacters(
      in: .whitespacesAndNewlines)
    return (Double(number) ?? .nan) / 1e6
  }
}
