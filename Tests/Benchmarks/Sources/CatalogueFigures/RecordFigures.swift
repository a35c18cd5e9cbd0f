import Figures
import Foundation
@_spi(Figures) import LocalCatalogue

/// Reads the lines of a dump with the reader that the import uses, and with `JSONDecoder`.
struct RecordFigures {
  private struct Key: Decodable { let key: String }

  private struct Work: Decodable {
    struct Author: Decodable { let author: Key }

    let key: String
    let type: Key
    let title: String
    let authors: [Author]
    let first_publish_date: String
    let covers: [Int]
    let subjects: [String]
    let description: String
  }

  private static let lines = (1...20_000).map { number in
    """
    {"key":"/works/OL\(number)W","type":{"key":"/type/work"},"title":"The river and its \(number) towns",\
    "authors":[{"type":{"key":"/type/author_role"},"author":{"key":"/authors/OL\(number % 700)A"}}],\
    "first_publish_date":"\(1800 + number % 220)","covers":[\(number)],\
    "subjects":["Rivers","Towns and cities","History \(number % 90)"],\
    "description":"What the river has seen of the people who live beside it, told in \(number) days.",\
    "latest_revision":3,"revision":3,"created":{"type":"/type/datetime","value":"2009-12-11T01:57:19"}}
    """
  }

  func run() {
    let text = Self.lines.map { Data($0.utf8) }
    let bytes = Array(Self.lines.joined(separator: "\n").utf8)
    var rounds: (ours: [Double], codable: [Double]) = ([], [])
    for _ in 0..<5 {
      var start = ContinuousClock.now
      let found = RecordLines.records(in: bytes)
      rounds.ours.append(start.duration(to: .now) / .milliseconds(1))
      start = .now
      let decoder = JSONDecoder()
      let decoded = text.count { (try? decoder.decode(Work.self, from: $0)) != nil }
      rounds.codable.append(start.duration(to: .now) / .milliseconds(1))
      guard found == text.count, decoded == text.count else {
        FileHandle.standardError.write(
          Data("CatalogueFigures: the lines of a dump were not read\n".utf8))
        exit(70)
      }
    }
    print(
      Figure(
        "lines of a dump", rounds.ours.median / rounds.codable.median, "times JSONDecoder",
        atMost: 0.25
      ).line)
  }
}
