import Foundation
import Testing

@Suite("The examples in the documentation of the core")
struct DocumentedExampleTests {
  @Test("Each example is an excerpt of the tests' code with all braces closed; at least twenty")
  func excerpts() throws {
    let tests = try Self.sources(below: "Tests").map { Self.lines($0.text) }
    var count = 0
    for source in try Self.sources(below: "Modules/Core") {
      for example in Self.examples(in: source.text) {
        count += 1
        // It may end before the test does.
        let excerpt = Array(example[...(example.lastIndex { $0 != "}" } ?? 0)])
        #expect(
          tests.contains { $0.contains(excerpt) },
          "\(source.name): no test has these lines: \(example.joined(separator: " / "))")
        let text = example.joined()
        #expect(
          text.count { $0 == "{" } == text.count { $0 == "}" },
          "\(source.name): a brace is not closed in: \(example.joined(separator: " / "))")
      }
    }
    #expect(count >= 20)
  }

  @Test("An example is what stands between the fences of a comment, however it is indented")
  func parsing() {
    let text = """
      /// Text.
      ///
      /// ```swift
      /// if isOpen {
      ///   close()
      /// }
      /// ```
      func close() {}
      """
    #expect(Self.examples(in: text) == [["if isOpen {", "close()", "}"]])
    #expect(Self.lines("  if isOpen {\n\n    close()\n  }\n") == ["if isOpen {", "close()", "}"])
  }

  /// The examples in the comments of a source, each as its lines.
  private static func examples(in text: String) -> [[String]] {
    var found: [[String]] = []
    var example: [String]?
    for line in lines(text) {
      guard line.hasPrefix("///") else { continue }
      let words = line.dropFirst(3).trimmingCharacters(in: .whitespaces)
      if words == "```swift" {
        example = []
      } else if words == "```" {
        if let example { found.append(example) }
        example = nil
      } else if !words.isEmpty {
        example?.append(words)
      }
    }
    return found
  }

  /// The lines of a text that say something, without the space around them.
  private static func lines(_ text: String) -> [String] {
    text.split(whereSeparator: \.isNewline)
      .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
  }

  private static func sources(below folder: String) throws -> [(name: String, text: String)] {
    let files = FileManager.default.enumerator(
      at: Sources.root.appending(path: folder), includingPropertiesForKeys: nil)
    return try (files?.compactMap { $0 as? URL } ?? [])
      .filter { $0.pathExtension == "swift" }
      .map { ($0.lastPathComponent, try String(contentsOf: $0, encoding: .utf8)) }
  }
}
