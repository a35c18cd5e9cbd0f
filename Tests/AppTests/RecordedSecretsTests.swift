// Needs: Auth, Onboarding

import AppComposition
import AppTerminal
import Foundation
import Shell
import TestKit
import Testing

@Suite("The recording of a session with refused passwords replays and contains none of them")
@MainActor struct RecordedSecretsTests {
  private static let secrets = [
    "tiny", "letmein123", "zzzzzzzzz", "sunny days", "quite a long one, 17 times",
    "quite a long one, 18 times",
    String(repeating: "wide and ", count: 50) + "側側側側側側側側側側側側側側側側側側側側側側側側側",
    String(repeating: "far too long ", count: 60), "Another Good One, 42",
  ]

  private static var script: String {
    let (first, wrong, second) = (secrets[4], secrets[5], secrets[8])
    let refused = (secrets[0...3] + secrets[6...7]).flatMap {
      ["set password \($0)", "strength", "create"]
    }
    return
      (["skip-all", "tab account", "create", "set name Ada", "set email ada@example.org"] + refused
      + ["set password \(first)", "strength", "set terms accept", "create"]
      + ["password", "set old-password \(wrong)", "set new-password \(secrets[1])", "save"]
      + ["set new-password \(second)", "save", "set old-password \(first)", "save"]
      + ["sign-out", "sign-out", "set password \(second)", "tab account", "\(first)"]
      + ["sign-in", "set email ada@example.org"]
      + ["set password \(first)", "sign-in", "set password \(second)", "sign-in"])
      .joined(separator: "\n") + "\n"
  }

  @Test("A recording of refused, wrong and finally correct passwords contains none of them")
  func replay() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.session")
    let player = ScriptPlayer(.app)
    let options = ["--seed", "1", "--now", "2026-11-20", "--keep-going", "--record", file]
    let recorded = await player.play(Self.script, arguments: options)
    let text = try String(contentsOfFile: file, encoding: .utf8)
    for words in [
      "Use at least 8 characters.", "This password is too long.", "a line that was refused",
      "This password is too common.", "Weak password.", "Strong password.",
      "Don't repeat one character", "Wrong password.", "Password changed.",
      "Wrong e-mail address or password.", "You are signed in.",
    ] {
      #expect(text.contains(words), "\(words): \(recorded.messages)")
    }
    for secret in Self.secrets { #expect(!text.contains(secret)) }
    let replay = await player.play("", arguments: ["replay", file])
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }

  /// A password typed at wrong places, before and after the right one.
  private static let misplaced = """
    skip-all
    tab account
    # hunter2-secret is what I always take
    hunter2-secret
    open booksapp://search?q=hunter2%2Dsecret
    back
    tab search
    search hunter2-secret
    tab account
    create
    set name hunter2-secret
    show
    set email ada@example.org
    set password hunter2-secret
    strength
    set email hunter2-secret@example.org
    set name my hunter2-secret name
    create
    # hunter2-secret again
    set email ada@example.org
    set name Ada
    show
    where
    log
    """

  @Test("A recording contains no password typed into another field, a search, a link or a comment")
  func elsewhere() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.session")
    let player = ScriptPlayer(.app)
    let options = ["--seed", "1", "--now", "2026-11-20", "--keep-going", "--record", file]
    let recorded = await player.play(Self.misplaced, arguments: options)
    #expect(recorded.output.contains("hunter2-secret"))
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(!text.contains("hunter2"))
    #expect(text.contains("(a line with a secret is left out)"))
    #expect(text.contains("(a screen with a secret is left out)"))
    #expect(text.contains("\nlog\n# (the log is left out because a line before it is)"))
    #expect(text.contains("\nset name Ada\n"))
    let replay = await player.play("", arguments: ["replay", file])
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)\(text)")
  }

  @Test("A common password has an equally common stand-in that contains no part of it")
  func common() async throws {
    let folder = try TemporaryFolder()
    let file = folder.file("a.session")
    let secrets = ["1234567890", "qwertyuiop", "iloveyou1", "letmein123"]
    let script =
      "skip-all\ntab account\ncreate\nset name Ada\nset email ada@example.org\nset terms accept\n"
      + secrets.map { "set password \($0)\ncreate\n" }.joined()
    let player = ScriptPlayer(.app)
    _ = await player.play(script, arguments: ["--keep-going", "--record", file])
    let text = try String(contentsOfFile: file, encoding: .utf8)
    #expect(text.contains("This password is too common"))
    for secret in secrets { #expect(!text.contains(secret.prefix(8)), "\(secret)") }
    let replay = await player.play("", arguments: ["replay", file])
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }

  @Test("A killed process leaves a recording without the passwords typed so far")
  func killed() async throws {
    let disk = try Disk()
    let file = "\(disk.path)/a.session"
    let script =
      "skip-all\ntab account\ncreate\nset name hunter2-secret\nset password hunter2-secret\nhelp\n"
    _ = try await Program(arguments: ["--ephemeral", "--now", "2026-11-20", "--record", file])
      .kill(after: script, until: "Goes back one screen")
    let names = try FileManager.default.contentsOfDirectory(atPath: disk.path)
    #expect(names.count == 1 && names.first?.hasPrefix("a.session.") == true)
    let draft = "\(disk.path)/\(names.first ?? "")"
    let text = try String(contentsOfFile: draft, encoding: .utf8)
    #expect(text.contains("\nset name ") && !text.contains("hunter2"))
    #expect(try await Program(arguments: ["replay", draft]).run().status == 0)
  }
}
