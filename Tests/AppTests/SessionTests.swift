// Needs: Auth, Books, Membership, Onboarding

import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing

@Suite("Sessions: replayed input gives the same screens")
@MainActor struct SessionTests {
  private static let options = ["--seed", "1", "--now", "2026-11-20"]
  private let player = ScriptPlayer(.app)

  // feature: all
  @Test("A session runs as text and as JSON, twice with the same output", arguments: Session.all)
  func repeatable(session: Session) async throws {
    for face in [[], ["--json"]] {
      let first = await player.play(try session.text, arguments: Self.options + face)
      let second = await player.play(try session.text, arguments: Self.options + face)
      #expect(first.status == 0, "\(first.messages)")
      // The sign-in that a review requires.
      let messages = first.messages.split(separator: "\n")
      #expect(messages.allSatisfy { $0.contains(": You are signed in. Moved ") }, "\(messages)")
      #expect(first == second)
    }
  }

  @Test(
    "A recorded session replays with the recorded screens", .afterRefresh,
    arguments: ["first-book.txt", "first-day.txt"])
  func replay(name: String) async {
    let file = Session(name).file.path
    let result = await player.play("", arguments: ["replay", file])
    #expect(result.status == 0, "\(result.output)\(result.messages)")
  }

  // end
  @Test(
    "A link with another scheme than the app's is refused with the app's own, at the start and later"
  )
  func otherScheme() async {
    let result = await player.play(
      "skip-all\nopen booksapp-dev://books/dune\n",
      arguments: Self.options + ["--keep-going", "https://example.org/books"])
    let links = ["https://example.org/books", "booksapp-dev://books/dune"]
    let why = "can't be opened: the app's links begin with booksapp://"
    #expect(result.messages.contains("The link “\(links[0])” \(why)."), "\(result.messages)")
    #expect(result.messages.contains("The link \(why)."), "\(result.messages)")
    #expect(result.status == 1)
  }

  // feature: all
  @Test(
    "A recording with different screens prints the difference and ends with status 1", .afterRefresh
  )
  func difference() async throws {
    let text = try Session("first-book.txt").text
      .replacing("page 100 of 310", with: "page 99 of 310")
    let folder = try TemporaryFolder()
    let file = folder.file("first-book.txt")
    try text.write(toFile: file, atomically: true, encoding: .utf8)
    let result = await player.play("", arguments: ["replay", file])
    #expect(result.status == 1)
    #expect((result.output + result.messages).contains("page 99 of 310"))
    #expect((result.output + result.messages).contains("page 100 of 310"))
  }

  @Test("Every line of JSON is an object of schema 1 with sorted keys")
  func json() async throws {
    let session = try Session("first-book.txt").text
    let result = await player.play(session, arguments: Self.options + ["--json"])
    for line in result.output.split(separator: "\n") {
      let object = try JSONSerialization.jsonObject(with: Data(line.utf8))
      #expect((object as? [String: Any])?["schema"] as? Int == 1)
      let sorted = try JSONSerialization.data(
        withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
      #expect(String(decoding: sorted, as: UTF8.self) == line)
    }
  }
  // end
}

// feature: all
/// A file in Fixtures/sessions.
struct Session: CustomTestStringConvertible, Sendable {
  static let all = ["first-book.txt", "first-day.txt", "bench.txt"].map { Session($0) }
  let name: String

  init(_ name: String) { self.name = name }

  var file: URL { Sources.root.appending(path: "Fixtures/sessions/\(name)") }
  var text: String { get throws { try String(contentsOf: file, encoding: .utf8) } }
  var testDescription: String { name }
}
// end
