import Core
import Foundation
import Services
import Terminal
import TestKit
import Testing

@testable import Shell

@Suite("Recordings at a terminal whose app changes by itself")
@MainActor struct RecordedTerminalTests {
  private let folder: TemporaryFolder
  private let file: RecordingFile
  private let lines = LineQueue()
  private let output = ToldSink()
  private let shell: ShellSession
  private let conversation: Conversation

  init() throws {
    folder = try TemporaryFolder()
    file = try RecordingFile(path: folder.file("a.session"))
    let recorder = Recorder(
      to: file, width: 80, standIns: SecretStandIns(SecretStandIns.usual)
    ) { session in
      RecordingHeader(
        options: ShellOptions(), seed: nil, width: 80, layout: .compact,
        today: session.context.clock.today)
    }
    shell = .toy(
      Console(lines: lines, output: output, errors: MemorySink()), waitsForAll: true,
      recorder: recorder)
    conversation = Conversation(shell: shell, greeting: "")
  }

  private func recording() throws -> String {
    try file.keep()
    return try String(contentsOfFile: folder.file("a.session"), encoding: .utf8)
  }

  @Test(
    "A password that is refused while another screen has replaced its form is in no recording",
    arguments: [("sett", []), ("set", ["find"])])
  func refusedPassword(word: String, before: [String]) async throws {
    // Longer than a field takes.
    let secret = String(repeating: "hunter2-", count: 80)
    conversation.tell(await shell.launch(link: nil))
    for line in before.map({ "\($0) \(secret)" }) + ["tab account"] {
      conversation.tell(await conversation.answer(line))
    }
    // As after the end of the session in another window.
    _ = await shell.app.session.select(tab: "planets")
    #expect(await conversation.answer("\(word) password \(secret)").failure != nil)
    let text = try recording()
    #expect(text.contains("\ntab account\n") && !text.contains("hunter2"), "\(text)")
  }

  @Test("A line that is refused after a password's form has replaced its screen is in no recording")
  func replacingForm() async throws {
    conversation.tell(await shell.launch(link: nil))
    _ = await shell.app.session.select(tab: "account")
    #expect(await conversation.answer("sett password hunter2").failure != nil)
    let text = try recording()
    #expect(text.contains("left out") && !text.contains("hunter2"), "\(text)")
  }

  @Test(
    "News during a recording is in the next command's output, whatever is drawn before",
    .timeLimit(.minutes(60)))
  func news() async throws {
    shell.waitingLine = WaitingLine(columns: { 80 }, print: shell.printer.print)
    async let status = conversation.run(link: nil)
    await output.next { $0.hasSuffix("Planets> ") }
    let before = output.text
    // A watch that begins later than one of the conversation would.
    let (drawn, continuation) = AsyncStream.makeStream(of: Void.self)
    let watch = ScreenWatch()
    watch.begin(shell.app.session.snapshots, shown: { [] }) { continuation.yield() }
    shell.app.session.context.notices.post(Notice("The library is back."))
    for await _ in drawn { break }
    watch.end()
    #expect(output.text == before)
    // As after Ctrl-L.
    shell.drawAgain()
    #expect(output.text.count > before.count && !output.text.contains("The library is back."))
    lines.add([.text("where")])
    await output.next { $0.contains("The library is back.") }
    lines.finish()
    #expect(await status == 0)
    #expect(try recording().contains("\nwhere\n#| · The library is back.\n"))
  }
}
