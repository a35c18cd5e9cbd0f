import Figures

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints the processor time for files made to keep the app busy, in comparison with `wc`, which
/// reads each byte once.
struct ReadingFigures {
  /// A kind of file.
  private struct Kind {
    let name: String
    let command: [String]
    var beginning = ""
    /// The repeated text of the file.
    let unit: String
    var bytes = 64 << 20
  }

  let app: String
  let home: String

  private static let goodreads = ["import", "goodreads"]
  private static let dump = ["import", "openlibrary-dump"]
  private static let titles = "Title,Author\n"
  private static let work = "/type/work\t/works/OL1W\t1\t2026\t"

  // A session file may have 16 MB; a larger one is refused.
  private static let kinds =
    ["#| x\n", "#|\n", " ", "\n", "# c\n", "\u{301}", String(repeating: "x", count: 600) + "\n"].map
  {
    Kind(name: "a session of \($0.shown)", command: ["replay"], unit: $0, bytes: 15 << 20)
  }
    + [",", "a\n", "\r", "\r\n", "\"a\n", "a"].map {
      Kind(name: "a library of \($0.shown)", command: goodreads, beginning: titles, unit: $0)
    }
    + ["a\n", "\""].map {
      Kind(
        name: "an open quotation mark and \($0.shown)", command: goodreads,
        beginning: titles + "\"", unit: $0)
    }
    + [
      Kind(
        name: "books on too many shelves", command: goodreads,
        beginning: "Title,Bookshelves\n",
        unit: "T,\"" + (0..<250).map { "s\($0)" }.joined(separator: ",") + "\"\n"),
      Kind(
        name: "deep records", command: dump,
        unit: work + String(repeating: "{\"a\":", count: 100_000) + "\n"),
      Kind(
        name: "a long list in a record", command: dump,
        unit: work + "{\"title\":\"a\",\"subjects\":["
          + String(repeating: "\"x\",", count: 200_000) + "\"y\"]}\n"),
    ]
    + ["\n", "a\n", "\t", "\t\t\t\t\n", "[", "\u{0}"].map {
      Kind(name: "a dump of \($0.shown)", command: dump, unit: $0)
    }

  func run() throws(ProcessFailure) {
    let file = "\(home)/hostile"
    defer { unlink(file) }
    var folders = 0
    for kind in Self.kinds {
      guard write(kind, to: file) else { throw .notStarted(file, code: errno) }
      let counting = MeasuredProgram(path: "wc", home: home, arguments: [file])
      var (words, ours): ([Double], [Double]) = ([], [])
      for _ in 0..<3 {
        words.append(try counting.run().processorSeconds)
        var program = MeasuredProgram(path: app, home: home)
        // A separate folder, because an import would resume an interrupted one.
        folders += 1
        program.arguments = ["--data-dir", "\(home)/reading-\(folders)"] + kind.command + [file]
        program.mayRefuse = true
        ours.append(try program.run().processorSeconds)
      }
      print(
        Figure(
          kind.name, ours.median / words.median, "times the processor time of wc", atMost: 10,
          "\((ours.median * 1000).short) ms"
        ).line)
    }
  }

  private func write(_ kind: Kind, to path: String) -> Bool {
    let file = open(path, O_WRONLY | O_CREAT | O_TRUNC, 0o600)
    guard file >= 0 else { return false }
    defer { close(file) }
    var block: [UInt8] = []
    while block.count < 1 << 20 { block += Array(kind.unit.utf8) }
    guard Self.write(Array(kind.beginning.utf8), to: file) else { return false }
    for _ in 0..<max(1, kind.bytes / block.count) {
      guard Self.write(block, to: file) else { return false }
    }
    return true
  }

  private static func write(_ bytes: [UInt8], to file: Int32) -> Bool {
    bytes.withUnsafeBytes { bytes in
      var done = 0
      while done < bytes.count {
        guard let base = bytes.baseAddress else { return true }
        #if canImport(Darwin)
          let count = Darwin.write(file, base + done, bytes.count - done)
        #elseif canImport(Musl)
          let count = Musl.write(file, base + done, bytes.count - done)
        #else
          let count = Glibc.write(file, base + done, bytes.count - done)
        #endif
        guard count > 0 else { return false }
        done += count
      }
      return true
    }
  }
}

extension String {
  /// The beginning of the text, with control characters and marks as numbers.
  fileprivate var shown: String {
    let text = unicodeScalars.prefix(5).map { scalar in
      0x21..<0x7F ~= scalar.value ? String(scalar) : "<\(String(scalar.value, radix: 16))>"
    }.joined()
    return unicodeScalars.count > 5 ? "\(text)…" : text
  }
}
