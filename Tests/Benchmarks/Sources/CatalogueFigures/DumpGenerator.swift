import Foundation

/// Writes dumps of authors, works and editions that look like Open Library's.
///
/// Words follow Zipf's law, like those of titles: a few occur in every second title, most in one or
/// two. The same number of works gives the same bytes.
struct DumpGenerator {
  let folder: String
  let works: Int

  private var authors: Int { max(10, works / 3) }
  private var editions: Int { works + works * 3 / 10 }

  func run() throws {
    var random = Random(seed: 1)
    let words = Vocabulary()
    try write(CatalogueFigures.files[0], authors) { number, line in
      line += "/type/author\t/authors/OL\(number)A\t2\t2009-08-12T05:31:01.000000\t"
      line += #"{"type": {"key": "/type/author"}, "name": ""# + words.name(&random)
      line += #"", "key": "/authors/OL\#(number)A", "revision": 2, "latest_revision": 2, "#
      line += #""birth_date": "19\#(10 + number % 90)", "personal_name": ""# + words.name(&random)
      line += #"", "last_modified": {"type": "/type/datetime", "value": "2009-08-12T05:31:01"}}"#
    }
    try write(CatalogueFigures.files[1], works) { number, line in
      line += "/type/work\t/works/OL\(number)W\t3\t2010-04-28T06:54:19.472104\t"
      line += #"{"title": ""# + title(of: number, words)
      line += #"", "created": {"type": "/type/datetime", "value": "2009-12-11T01:57:19.964652"}"#
      if random.next(10) < 6 {
        let subjects = (0...random.next(5)).map { _ in "\"" + words.subject(&random) + "\"" }
        line += #", "subjects": ["# + subjects.joined(separator: ", ") + "]"
      }
      if random.next(3) == 0 { line += #", "covers": [\#(random.next(9_000_000))]"# }
      if random.next(5) == 0 { line += #", "first_publish_date": "\#(year(&random))""# }
      if random.next(25) == 0 {
        line += #", "description": {"type": "/type/text", "value": ""#
        for _ in 0..<6 { line += words.title(&random) + #".\r\n"# }
        line += "\"}"
      }
      line +=
        #", "authors": [{"type": {"key": "/type/author_role"}, "author": {"key": "/authors/OL"#
      line += "\(1 + random.zipf(authors))A\"}}], \"key\": \"/works/OL\(number)W\""
      line += #", "latest_revision": 3, "type": {"key": "/type/work"}, "revision": 3, "#
      line += #""last_modified": {"type": "/type/datetime", "value": "2010-04-28T06:54:19"}}"#
    }
    try write(CatalogueFigures.files[2], editions) { number, line in
      // Every work has one edition, and a few have many.
      let work = number <= works ? number : 1 + random.zipf(works)
      line += "/type/edition\t/books/OL\(number)M\t4\t2011-04-27T11:18:33.000000\t"
      line += #"{"publishers": ["# + "\"" + words.name(&random) + "\"" + #"], "title": ""#
      // Most editions have the work's title.
      line += random.next(5) == 0 ? words.title(&random) : title(of: work, words)
      line += #"", "number_of_pages": \#(40 + random.next(600)), "#
      line += #""languages": [{"key": "/languages/\#(words.language(&random))"}], "#
      line += #""publish_date": "\#(year(&random))", "isbn_10": ["\#(1_000_000_000 + number)"], "#
      line += #""key": "/books/OL\#(number)M", "works": [{"key": "/works/OL\#(work)W"}], "#
      line += #""type": {"key": "/type/edition"}, "revision": 4, "latest_revision": 4}"#
    }
  }

  private func title(of work: Int, _ words: Vocabulary) -> String {
    var random = Random(seed: UInt64(work))
    return words.title(&random)
  }

  private func year(_ random: inout Random) -> Int { 2024 - random.zipf(400) }

  /// Writes lines, packed by `gzip`.
  private func write(_ name: String, _ count: Int, _ make: (Int, inout String) -> Void) throws {
    let plain = "\(folder)/\(name.dropLast(3))"
    try Data().write(to: URL(filePath: plain))
    let file = try FileHandle(forWritingTo: URL(filePath: plain))
    var lines = ""
    for number in 1...count {
      make(number, &lines)
      lines += "\n"
      if lines.utf8.count > 1 << 20 || number == count {
        try file.write(contentsOf: Data(lines.utf8))
        lines.removeAll(keepingCapacity: true)
      }
    }
    try file.close()
    let gzip = Process()
    gzip.executableURL = URL(filePath: "/usr/bin/env")
    gzip.arguments = ["gzip", "-1", "-f", "--", plain]
    try gzip.run()
    gzip.waitUntilExit()
    guard gzip.terminationStatus == 0 else { throw CocoaError(.fileWriteUnknown) }
  }
}

/// Seeded random numbers (SplitMix64).
struct Random {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  private mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = (state ^ (state >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Returns a uniformly distributed number below a bound.
  mutating func next(_ bound: Int) -> Int { Int(next() % UInt64(max(bound, 1))) }

  /// Returns a number below a bound with Zipf's distribution, 0 being the most likely.
  mutating func zipf(_ bound: Int) -> Int {
    let part = Double(next() >> 11) / Double(1 << 53)
    return min(bound - 1, Int(exp(part * log(Double(bound) + 1))) - 1)
  }
}

/// The words of generated books.
struct Vocabulary {
  private static let common = [
    "the", "of", "and", "in", "a", "to", "for", "la", "de", "on", "history", "der", "die", "et",
    "an",
    "with", "life", "new", "world", "book", "story", "from", "war", "art", "love", "by", "guide",
  ]
  private let words: [String]
  private let foreign: [[String]]

  init() {
    let syllables = [
      "ba", "ke", "lo", "mi", "nu", "ra", "se", "ti", "vo", "wa", "zen", "pur", "gal", "dor",
    ]
    func word(_ number: Int, _ parts: [String]) -> String {
      var (rest, word) = (number, "")
      repeat {
        word += parts[rest % parts.count]
        rest /= parts.count
      } while rest > 0
      return word
    }
    words = Self.common + (14..<200_000).map { word($0, syllables) }
    let scripts = [
      "的一是不了人我在有他这中大来上国红楼梦水三体史书山海经", "のはをにがでとも国雪森夢物語春夏秋冬山川",
      "가나다라마바사아자차한국문학길동", "абвгдежзиклмнопрстуя", "αβγδεζηικλμνοπρστυω", "ابتجحدرسعفقكلمن",
    ]
    foreign = scripts.map { script in
      let parts = script.map(String.init)
      return (0..<5000).map { word(parts.count + $0 * 7, parts) }
    }
  }

  func title(_ random: inout Random) -> String {
    let script = random.next(100)
    if script < 18 {
      let words = foreign[script / 3]
      let count = 1 + random.next(3)
      return (0..<count).map { _ in words[random.zipf(words.count)] }
        .joined(separator: script < 6 ? "" : " ")
    }
    let title = (0..<(2 + random.next(7))).map { _ in words[random.zipf(words.count)] }
      .joined(separator: " ")
    return title.prefix(1).uppercased() + title.dropFirst()
  }

  func name(_ random: inout Random) -> String {
    words[1000 + random.zipf(3000)].capitalized + " "
      + words[5000 + random.zipf(50_000)].capitalized
  }

  func subject(_ random: inout Random) -> String {
    words[10 + random.zipf(800)].capitalized + " " + words[30 + random.zipf(20_000)]
  }

  func language(_ random: inout Random) -> String {
    ["eng", "eng", "eng", "ger", "fre", "spa", "chi", "rus", "jpn", "ita", "por", "kor"][
      random.next(12)]
  }

  /// Returns words of many, some and few titles.
  func samples(_ count: Int) -> (common: [String], rare: [String]) {
    let common = (0..<count).map { words[$0] }
    let rare = (0..<count).map { words[20_000 + $0 * 4001] }
    return (common, rare)
  }

  /// Returns parts of titles in other scripts.
  var foreignSamples: [String] {
    foreign.flatMap { [$0[10], $0[2000], String($0[500].prefix(2))] }
  }
}
