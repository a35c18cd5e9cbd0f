import Foundation
import TestKit

/// Lines of Open Library's dumps for tests.
enum Dump {
  /// A line with its five columns.
  static func line(_ type: String, _ key: String, _ json: String) -> String {
    "/type/\(type)\t\(key)\t3\t2024-01-31T10:00:00.000000\t\(json)"
  }

  /// A work.
  static func work(
    _ number: Int, _ title: String, authors: [Int] = [], year: String? = nil,
    subjects: [String] = [], more: String = ""
  ) -> String {
    let authors = authors.map {
      #"{"author": {"key": "/authors/OL\#($0)A"}, "type": {"key": "/type/author_role"}}"#
    }
    let date = year.map { #", "first_publish_date": "\#($0)""# } ?? ""
    let subjects = subjects.map { "\"\($0)\"" }.joined(separator: ", ")
    return line(
      "work", "/works/OL\(number)W",
      #"{"title": "\#(title)", "authors": [\#(authors.joined(separator: ", "))]\#(date), "#
        + #""subjects": [\#(subjects)], "key": "/works/OL\#(number)W", "#
        + #""type": {"key": "/type/work"}\#(more)}"#)
  }

  /// An author.
  static func author(_ number: Int, _ name: String, others: [String] = []) -> String {
    let others = others.map { "\"\($0)\"" }.joined(separator: ", ")
    return line(
      "author", "/authors/OL\(number)A",
      #"{"name": "\#(name)", "alternate_names": [\#(others)], "key": "/authors/OL\#(number)A"}"#)
  }

  /// An edition.
  static func edition(
    _ number: Int, of work: Int, _ title: String = "", language: String = "eng", year: String = ""
  ) -> String {
    line(
      "edition", "/books/OL\(number)M",
      #"{"works": [{"key": "/works/OL\#(work)W"}], "title": "\#(title)", "publish_date": "\#(year)", "#
        + #""languages": [{"key": "/languages/\#(language)"}], "number_of_pages": 300}"#)
  }

  /// A redirect.
  static func redirect(_ from: String, to: String) -> String {
    line("redirect", from, #"{"location": "\#(to)", "type": {"key": "/type/redirect"}}"#)
  }

  /// A small library in many scripts.
  static let library: [String] =
    [
      author(1, "Leo Tolstoy", others: ["Лев Толстой"]),
      author(2, "Fyodor Dostoevsky", others: ["Достоевский"]),
      author(3, "An Emma"), redirect("/authors/OL9A", to: "/authors/OL1A"),
      work(
        1, "War and Peace", authors: [9], year: "1869",
        more: #", "description": {"type": "/type/text", "value": "Of 1812."}"#),
      redirect("/works/OL90W", to: "/works/OL91W"), redirect("/works/OL91W", to: "/works/OL1W"),
      work(2, "L’Étranger", year: "1942"), work(3, "\\u00c5ngstr\\u00f6m"), work(4, "紅樓夢"),
      work(5, "雪国"), work(6, "ノルウェイの森"), work(7, "홍길동전"), work(8, "สี่แผ่นดิน"),
      work(9, "Преступление и наказание", authors: [2]), work(10, "Ὀδύσσεια", year: "700 BC"),
      work(11, "Krymsʹkyĭ Qurʾān"), edition(9, of: 9, "Crime and Punishment"),
      work(20, "Emma"), work(21, "The Emma"), work(22, "Emma Brown"), work(23, "Dear Emma"),
      work(24, "Emmanuelle"), work(25, "By her", authors: [3]),
      work(26, "About her", subjects: ["Emma"]),
      work(30, "River of None", subjects: ["Science", "Fiction"]),
      work(31, "River of One", year: "1990", subjects: ["Science fiction", "Science"]),
      work(32, "River of Two", year: "1991"), work(33, "River of Three"),
    ]
    + [(31, 1), (32, 2), (33, 3)].flatMap { work, count in
      (0..<count).map {
        edition(100 * work + $0, of: work, language: work == 33 ? "fre" : "eng", year: "2001")
      }
    }
}

extension Hostile {
  /// Returns a random text with many characters that have a meaning in searches.
  static func text(_ random: inout some RandomNumberGenerator) -> String {
    let special = [
      "\"", "*", "^", "NEAR(", " AND ", " OR ", "NOT ", ":", "{title}", "-", "+", "_", "'", "\u{0}",
      "“", "a", "紅", "한",
    ]
    var text = ""
    for _ in 0..<Int.random(in: 0..<12, using: &random) {
      if Bool.random(using: &random) {
        text += special.randomElement(using: &random) ?? ""
      } else if let scalar = Unicode.Scalar(UInt32.random(in: 0...0x10FFFF, using: &random)) {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
