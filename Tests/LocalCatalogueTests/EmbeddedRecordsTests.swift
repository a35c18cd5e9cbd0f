import Foundation
import TestKit
import Testing

@testable import LocalCatalogue

@Suite("The embedded records")
struct EmbeddedRecordsTests {
  private struct Key: Decodable { let key: String }

  private struct Work: Decodable {
    struct Author: Decodable {
      let author: Key?
      let key: String?
    }

    let key: String
    let type: Key
    let location: String?
    let title: String?
    let authors: [Author]?
    let first_publish_date: String?
    let subjects: [String]?
    let covers: [Int]?

    var isWork: Bool { type.key == "/type/work" }
    var authorKeys: [String] { (authors ?? []).compactMap { $0.author?.key ?? $0.key } }
  }

  private struct Author: Decodable {
    let key: String
    let name: String
  }

  private struct Edition: Decodable {
    let works: [Key]
    let languages: [Key]?
  }

  private let works: [Work]
  private let authors: [Author]
  private let editions: [Edition]

  /// Throws if a line is not a record.
  init() throws {
    works = try Self.records(EmbeddedRecords.works)
    authors = try Self.records(EmbeddedRecords.authors)
    editions = try Self.records(EmbeddedRecords.editions)
  }

  private static func records<Record: Decodable>(_ text: String) throws -> [Record] {
    try text.split(separator: "\n").map {
      try JSONDecoder().decode(Record.self, from: Data($0.utf8))
    }
  }

  @Test(
    "The generated file matches the fixture's files",
    arguments: ["works.jsonl", "authors.jsonl", "editions.jsonl", "featured.txt"])
  func isRefreshed(_ name: String) throws {
    let literals = [
      "works.jsonl": EmbeddedRecords.works, "authors.jsonl": EmbeddedRecords.authors,
      "editions.jsonl": EmbeddedRecords.editions, "featured.txt": EmbeddedRecords.featured,
    ]
    let file = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Fixtures/catalogue/\(name)").standardizedFileURL
    let isSame = try String(contentsOf: file, encoding: .utf8) == literals[name].map { $0 + "\n" }
    #expect(isSame, "\(name) was changed: make refresh")
  }

  @Test("The catalogue accepts every line")
  func readable() throws {
    for text in [EmbeddedRecords.works, EmbeddedRecords.authors, EmbeddedRecords.editions] {
      for line in text.split(separator: "\n") {
        _ = try Array(line.utf8).withUnsafeBufferPointer { try DumpRecord(line: $0) }
      }
    }
  }

  @Test("The checksum changes with a letter")
  func fingerprint() throws {
    let folder = try TemporaryFolder()
    let project = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../..").standardizedFileURL
    let copy = URL(filePath: folder.file("catalogue"))
    try FileManager.default.copyItem(
      at: project.appending(path: "Fixtures/catalogue"), to: copy)
    func generated() throws -> String {
      let process = try ChildProcess(
        "/bin/sh",
        [project.appending(path: ".ci/embed").path, copy.path, folder.file("out.swift")])
      #expect(process.waitForEnd() == 0)
      return try String(contentsOfFile: folder.file("out.swift"), encoding: .utf8)
    }
    let current = #"fingerprint = "\#(EmbeddedRecords.fingerprint)""#
    #expect(try generated().contains(current), "make refresh")
    let works = copy.appending(path: "works.jsonl")
    let text = try String(contentsOf: works, encoding: .utf8)
    try text.replacing(#""title":"Dune""#, with: #""title":"Dunf""#)
      .write(to: works, atomically: true, encoding: .utf8)
    #expect(try !generated().contains(current))
  }

  @Test("There are enough books, authors, languages and subjects")
  func counts() {
    #expect(works.count(where: \.isWork) >= 400)
    #expect(authors.count >= 200)
    #expect(Set(works.flatMap { $0.subjects ?? [] }).count >= 25)
    #expect(Set(editions.flatMap { ($0.languages ?? []).map(\.key) }).count >= 10)
    #expect(EmbeddedRecords.featured.split(separator: "\n").count >= 20)
  }

  @Test("Keys are unique and valid in a path")
  func keys() {
    for (keys, path) in [(works.map(\.key), "/works/"), (authors.map(\.key), "/authors/")] {
      #expect(Set(keys).count == keys.count)
      let allowed = Set("abcdefghijklmnopqrstuvwxyz0123456789-")
      let odd = keys.filter {
        !$0.hasPrefix(path) || !$0.dropFirst(path.count).allSatisfy(allowed.contains)
      }
      #expect(odd == [])
    }
  }

  @Test("Every reference has a record")
  func references() {
    let (workKeys, authorKeys) = (Set(works.map(\.key)), Set(authors.map(\.key)))
    let named = Set(works.flatMap(\.authorKeys))
    #expect(named.subtracting(authorKeys) == [])
    #expect(authorKeys.subtracting(named) == [])
    #expect(Set(works.compactMap(\.location)).subtracting(workKeys) == [])
    #expect(Set(editions.flatMap { $0.works.map(\.key) }).subtracting(workKeys) == [])
    let featured = EmbeddedRecords.featured.split(separator: "\n")
    #expect(featured.filter { !workKeys.contains("/works/\($0)") } == [])
  }

  @Test("Every work has a title, an author and an edition")
  func completeness() {
    let edited = Set(editions.flatMap { $0.works.map(\.key) })
    for work in works where work.isWork {
      #expect(work.title?.isEmpty == false, "\(work.key)")
      #expect(!work.authorKeys.isEmpty, "\(work.key)")
      #expect(edited.contains(work.key), "\(work.key)")
    }
  }

  @Test("The records have the variety of the real service")
  func variety() {
    #expect(works.contains { $0.type.key == "/type/redirect" })
    #expect(works.contains { $0.type.key == "/type/delete" })
    #expect(works.contains { $0.covers == [-1] })
    #expect(works.contains { $0.isWork && $0.first_publish_date == nil })
    #expect(works.contains { $0.authors?.contains { $0.author == nil } ?? false })
    #expect(EmbeddedRecords.works.contains(#""description":""#))
    #expect(EmbeddedRecords.works.contains(#""description":{"#))
  }
}
