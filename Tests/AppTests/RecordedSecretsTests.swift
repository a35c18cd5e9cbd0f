import AppComposition
import Foundation
import Shell
import Testing

@Suite("A session in which passwords were refused replays, and holds none of them")
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

  @Test("Too short, too long, common, weak, wrong, and in the end the right one")
  func replay() async throws {
    let file = FileManager.default.temporaryDirectory.appending(path: "\(UUID()).session")
    defer { try? FileManager.default.removeItem(at: file) }
    let player = ScriptPlayer(.app)
    let options = ["--seed", "1", "--now", "2026-11-20", "--keep-going", "--record", file.path]
    let recorded = await player.play(Self.script, arguments: options)
    let text = try String(contentsOf: file, encoding: .utf8)
    for words in [
      "has at least 8 characters", "at most 511 bytes", "a line that was refused",
      "everybody tries first", "The password is weak", "The password is strong",
      "not one character again", "This is not your password", "Your password is changed",
      "The address or the password is not right", "You are signed in",
    ] {
      #expect(text.contains(words), "\(words): \(recorded.messages)")
    }
    for secret in Self.secrets { #expect(!text.contains(secret)) }
    let replay = await player.play("", arguments: ["replay", file.path])
    #expect(replay.status == 0, "\(replay.output)\(replay.messages)")
  }
}
