// Needs: all

import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing

@Suite("README.md matches the app")
@MainActor struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try String(contentsOf: Sources.root.appending(path: "README.md"), encoding: .utf8)
  }

  @Test(
    "Typing the session of a page into the app gives the screens of the page", .afterRefresh,
    arguments: ["README.md", "Docs/learning.md", "Docs/tap.md"])
  func session(page: String) async throws {
    let text = try DocsPage(page).text
    let session =
      #/
      <!--\ session:\ (.+)\ -->\n (?:<!--\ before:\ (.+)\ -->\n <!--\ end\ -->\n)?
      ```text\n ((?s:.+?))```\n
      /#
    let match = try #require(text.firstMatch(of: session))
    // A reader's terminal may be wide, which the recording is not.
    let command = text[..<match.range.lowerBound].matches(of: /make run ARGS="(.+)"/).last
    if let command { #expect(command.1.contains("--layout compact")) }
    // What is typed before the page's first screen.
    let before = match.2?.split(separator: "; ") ?? []
    for line in before { #expect(text[..<match.range.lowerBound].contains("`\(line)`")) }
    let transcript = String(match.3)
    let typed = transcript.split(separator: "\n").filter { $0.hasPrefix("> ") }
      .map { $0.dropFirst(2) }
    let commands = (before + typed).joined(separator: "\n")
    let folder = try TemporaryFolder()
    let file = folder.file("page.session")
    let arguments = match.1.split(separator: " ").map(String.init) + ["--record", file]
    let result = await ScriptPlayer(.app).play(commands, arguments: arguments)
    #expect(result.status == 0, "\(result.messages)")
    let recording = try String(contentsOfFile: file, encoding: .utf8)
    var lines = recording.split(separator: "\n").filter { !$0.hasPrefix("#!") }.map { line in
      line.hasPrefix("#|") ? String(line.dropFirst(line.hasPrefix("#| ") ? 3 : 2)) : "> \(line)"
    }
    if let last = before.last {
      let shown = try #require(lines.firstIndex(of: "> \(last)"))
      lines.removeFirst(shown + 1)
    }
    #expect(lines.joined(separator: "\n") + "\n" == transcript)
  }

  @Test("The README's sample is a test of the project")
  func sample() throws {
    let match = try #require(readme.firstMatch(of: /```swift\n((?s:.+?))```\n/))
    let file = Sources.root.appending(path: "Tests/AppTests/Journeys/FirstBookTests.swift")
    let lines = { (text: String) in
      text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
        .joined(separator: "\n")
    }
    let sources = lines(try String(contentsOf: file, encoding: .utf8))
    #expect(sources.contains(lines(String(match.1))))
  }
}
