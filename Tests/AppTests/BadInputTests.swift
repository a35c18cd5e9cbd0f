import Walks
import Services
import Inspection
import AppComposition
import AppTerminal
import Core
import Shell
import TestKit
import Testing

@Suite("Bad input on every form of the app")
@MainActor struct BadInputTests {
  /// Texts that users paste or programs send.
  nonisolated static let texts: [String] = [
    "", "   \t ", String(repeating: "x", count: 1_000_000), String(repeating: "é", count: 499),
    "\u{1B}[31mred\u{7}\u{0}", "a\nb\r\nc\u{2028}d", "\u{202E}gnirts a\u{202C}",
    "\u{2066}isolated", "🧑🏽‍🚀👨‍👩‍👧‍👦🏳️‍🌈", "e" + String(repeating: "\u{301}", count: 400), "-1", "0", "1e20",
    "100000000000000000000", "1.5", "∞", "NaN", "2026-02-30", "2026-13-01", "0000-00-00",
    "99999-01-01", "2025-02-29", "; rm -rf /", "' OR 1=1 --", "%s%n%x", "<script>", "none",
    "accept,accept", "reader@", "@", "a@b@c", "\"a b\"@example.org", "reader@[127.0.0.1]",
    String(repeating: "a", count: 65) + "@example.org",
  ]

  @Test("Any input of a field is accepted or refused, and the form can still be left")
  func everyForm() async throws {
    let invariants = Invariants()
    var forms: Set<ScreenKind> = []
    // A form may have no fields yet in its first state, and most screens never have any.
    var looks: [ScreenKind: Int] = [:]
    let map = try await Crawls.whole.map
    let crawler = Crawler(samples: .app, make: Crawls.whole.session)
    for (number, path) in map.paths.enumerated() {
      guard let kind = map.tops[number], !forms.contains(kind), looks[kind, default: 0] < 5
      else { continue }
      looks[kind, default: 0] += 1
      let session = await crawler.session(after: path)
      defer { session.stop() }
      guard let content = session.snapshot.panes.last?.content, !content.fields.isEmpty else {
        continue
      }
      forms.insert(kind)
      for field in content.fields {
        for text in Self.texts {
          await type(text, into: field, of: session, at: kind)
          guard session.snapshot.panes.last?.kind == kind else {
            Issue.record("\(kind) went away: \(field.id) \(text.prefix(40).debugDescription)")
            return
          }
        }
        #expect(invariants.violations(in: session).isEmpty, "\(kind) \(field.id)")
      }
      await send(kind, after: path, by: crawler, invariants)
    }
    // feature: all
    #expect(forms.isSuperset(of: ["SignIn", "CreateAccount", "EntryForm", "BookForm", "Goal"]))
    // end
  }

  /// Types a text as a user does: parsed by the field's kind, then passed to the screen.
  private func type(
    _ text: String, into field: Field, of session: AppSession, at kind: ScreenKind
  ) async {
    let value: FieldValue?
    do throws(InputProblem) { value = try field.kind.value(from: text) } catch { return }
    let answer = await session.fill(field.id, value)
    #expect(answer == .performed, "\(kind) \(field.id) \(text.prefix(40).debugDescription)")
  }

  /// Fills the whole form with each text, and submits it by its primary action if that takes no input.
  ///
  /// An accepted text leads to another screen: then the form is opened again.
  private func send(
    _ kind: ScreenKind, after path: [Step], by crawler: Crawler, _ invariants: Invariants
  ) async {
    var session = await crawler.session(after: path)
    defer { session.stop() }
    guard
      let primary = session.snapshot.panes.last?.content.actions.first(where: {
        $0.role == .primary && $0.input == nil
      })
    else { return }
    for text in Self.texts {
      var top = session.snapshot.panes.last
      if top?.kind != kind || top?.content.action(primary.id) == nil {
        session.stop()
        session = await crawler.session(after: path)
        top = session.snapshot.panes.last
      }
      #expect(top?.kind == kind)
      for field in top?.content.fields ?? [] {
        await type(text, into: field, of: session, at: kind)
      }
      await session.perform(primary.id)
      await session.settleAll()
      let place = "\(kind) \(primary.id) \(text.prefix(40).debugDescription)"
      #expect(invariants.violations(in: session).isEmpty, "\(place)")
      #expect(session.leaks.isEmpty, "\(place)")
    }
  }

  // feature: Auth, Onboarding
  @Test("A form filled by a script reports problems in one line, without control characters")
  func script() async {
    let player = ScriptPlayer(.app)
    let lines =
      ["skip-all", "tab account", "create"]
      + Self.texts.map { "set name \($0.replacing("\n", with: " ").replacing("\r", with: " "))" }
      + Self.texts.map { "set email \($0.replacing("\n", with: " ").replacing("\r", with: " "))" }
      + ["create", "show"]
    let result = await player.play(
      lines.joined(separator: "\n"),
      arguments: ["--seed", "1", "--now", "2026-11-20", "--keep-going"])
    for scalar in (result.output + result.messages).unicodeScalars {
      let isHarmless =
        scalar == "\n"
        || scalar.properties.generalCategory != .control
          && !(0x202A...0x202E).contains(scalar.value)
      #expect(isHarmless, "\(scalar.escaped(asASCII: true))")
      if !isHarmless { return }
    }
    for line in result.messages.split(separator: "\n") { #expect(line.utf8.count < 400) }
  }
  // end
}
