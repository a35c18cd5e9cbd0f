import Core
import Foundation
import TestKit
import Testing

@testable import Shell

/// Runs shell scripts as the editor.
@Suite("The editor of long texts")
struct ExternalEditorTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func editor(_ script: String, _ variable: String = "VISUAL") throws -> ExternalEditor {
    try Data(script.utf8).write(to: URL(filePath: folder.file("editor")))
    var environment = ["PATH": "/usr/bin:/bin", "TMPDIR": folder.path, "EDITOR": "false"]
    environment[variable] = "/bin/sh \(folder.file("editor"))"
    return ExternalEditor(program: "Toy", environment: environment)
  }

  private func edit(_ editor: ExternalEditor) async throws -> String {
    try await editor.edit(editor.draft(of: "before", name: "notes"))
  }

  @Test(
    "The message about a failed editor names the variable that another one would be in",
    arguments: ["VISUAL", "EDITOR"])
  func failure(variable: String) async throws {
    let editor = try editor("exit 3", variable)
    let problem = await #expect(throws: ExternalEditor.Problem.self) { try await edit(editor) }
    let remedy = "ended with status 3. Set \(variable) to another one."
    #expect(problem?.message.hasSuffix(remedy) == true)
    #expect(ExternalEditor(program: "Toy", environment: ["VISUAL": ""]).command == "vi")
    #expect(ExternalEditor(program: "Toy", environment: [:]).variable == "EDITOR")
  }

  @Test(
    "The line before the editor names the program and says how to come back, for vi with its keys",
    arguments: [
      ("", "“vi”. Save and leave it to come back (Esc, then :wq and Enter)."),
      ("/usr/bin/vim -n", "“vim”. Save and leave it to come back (Esc, then :wq and Enter)."),
      ("code --wait", "“code”. Save and leave it to come back."),
    ])
  func announcement(command: String, rest: String) {
    let editor = ExternalEditor(program: "Toy", environment: ["EDITOR": command])
    #expect(editor.announcement == "Starting \(rest)")
  }

  @Test("A text as long as a field takes is read, and a longer one is refused with the limit")
  func long() async throws {
    // A line of 1,048,576 characters of four bytes.
    let size = FieldKind.maximumTextSize
    let script = "yes 🙂 | tr -d '\\n' | head -c \(size)"
    let editor = try editor("{ \(script); echo; } > \"$1\"")
    let text = try await edit(editor)
    #expect(text.count == FieldKind.maximumLongTextLength && text.utf8.count == size)
    #expect(try FieldKind.longText.value(from: text) == .text(text))
    let longer = try self.editor("{ \(script); echo more; } > \"$1\"")
    let problem = await #expect(throws: ExternalEditor.Problem.self) { try await edit(longer) }
    #expect(problem?.message.contains("longer than 4 MB") == true)
  }

  @Test("A carriage return in the file is a line break, alone and before another one")
  func carriageReturns() async throws {
    let editor = try editor(#"printf 'a\rb\r\nc\nd\r' > "$1""#)
    #expect(try await edit(editor) == "a\nb\nc\nd")
  }

  @Test("A byte order mark at the beginning of the file is not part of the text")
  func byteOrderMark() async throws {
    let editor = try editor(#"printf '\357\273\277Warm\n' > "$1""#)
    let text = try await edit(editor)
    #expect(text.unicodeScalars.elementsEqual("Warm".unicodeScalars))
  }

  @Test("An editor that deletes the file is not said to have left a text")
  func deleted() async throws {
    let editor = try editor("rm \"$1\"")
    let problem = await #expect(throws: ExternalEditor.Problem.self) { try await edit(editor) }
    #expect(problem?.message == "The editor has deleted the file. Nothing was changed.")
  }

  @Test("What an editor leaves beside the draft is deleted with it")
  func leftovers() async throws {
    let editor = try editor("cp \"$1\" \"$1~\"; echo after > \"$1\"")
    let draft = try editor.draft(of: "before", name: "notes")
    #expect(try await editor.edit(draft) == "after")
    editor.remove(draft)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["editor"])
  }

  @Test("A missing folder of temporary files is named")
  func noFolder() {
    let environment = ["TMPDIR": folder.file("gone"), "VISUAL": "true"]
    let editor = ExternalEditor(program: "Toy", environment: environment)
    let problem = #expect(throws: ExternalEditor.Problem.self) {
      try editor.draft(of: "before", name: "notes")
    }
    #expect(problem?.message.contains("“\(folder.file("gone"))” can't be written") == true)
  }

  @Test("A draft whose file can't be created leaves no folder")
  func noDraft() throws {
    let editor = try editor("exit 0")
    let name = String(repeating: "n", count: 300)
    let problem = #expect(throws: ExternalEditor.Problem.self) {
      try editor.draft(of: "before", name: name)
    }
    #expect(problem?.message.hasPrefix("The text can't be edited. ") == true)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["editor"])
  }

  @Test("An editor that is ended while it is being started runs no longer")
  func ended() async throws {
    let editor = try editor("exec sleep 1000")
    editor.end()
    let problem = await #expect(throws: ExternalEditor.Problem.self) { try await edit(editor) }
    #expect(problem?.message.contains("ended with status \(128 + SIGTERM).") == true)
  }
}
