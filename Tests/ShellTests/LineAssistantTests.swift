import Terminal
import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Shell

/// Completes lines and places pastes against a screen.
@Suite("Completion")
struct LineAssistantTests {
  private let assistant = CommandAssistant(
    snapshot: .everything, links: ["app://books/", "app://account"])

  private func texts(_ line: String) -> [String] {
    assistant.completion(of: line)?.candidates.map(\.text) ?? []
  }

  @Test(
    "A line is completed with the screen's content and the shell's words",
    arguments: [
      ("se", ["search", "set"]), ("SEA", ["search"]), ("  so", ["sort"]),
      ("sort b", ["Sort by title"]),
      ("bu", []), ("pl", ["planets"]), ("sec", ["2"]), (":h", ["home", "help"]), (":sort", []),
      ("tab a", ["account"]), ("tab ", ["planets", "account"]), ("help clo", ["close"]),
      ("help so", ["sort"]), ("h so", ["sort"]), ("? clo", ["close"]), (":h al", ["all"]),
      ("log w", ["warnings"]), ("down l", ["left"]), ("UP ", ["left"]),
      ("open app://b", ["app://books/"]), ("open x", []), ("open f", ["First"]),
      ("set p", ["Pages", "PIN"]), ("set full", ["Full name"]), ("set nam", ["name"]),
      ("clear no", ["Note"]), ("edit no", ["Note"]), ("edit note x", []),
      ("set shelf ", ["Read", "Reading"]), ("set shelf reading", ["Reading"]),
      ("set sh Re", ["Read", "Reading"]), ("set Shelf reading", ["Reading"]),
      ("set note x", []), ("set pin hunter", []), ("# se", []), ("nonsense", []),
    ] as [(String, [String])])
  func candidates(line: String, expected: [String]) {
    #expect(texts(line) == expected)
  }

  @Test("A title that begins like a command with an argument is completed, too")
  func titlesLikeCommands() {
    let rows = [Row("1", title: "H is for Hawk"), Row("2", title: "Up in the Air")]
    let content = ScreenContent(title: "", sections: [ContentSection("rows", .rows(rows))])
    let assistant = CommandAssistant(snapshot: .screen(content))
    #expect(assistant.completion(of: "h is")?.candidates.map(\.text) == ["1"])
    #expect(assistant.completion(of: "up in")?.candidates.map(\.text) == ["2"])
  }

  @Test("An empty line offers every available action and every command")
  func everything() {
    let texts = texts("")
    #expect(texts.contains("sort") && texts.contains("quit") && texts.contains("account"))
    #expect(!texts.contains("buy"))
  }

  @Test("The words for developers are offered after a colon, or if one is typed in full")
  func developers() {
    for (line, expected) in [
      ("re", []), ("tre", []), ("lo", []), ("help lo", []), ("log", ["log"]), ("Tree", ["tree"]),
      ("help relaunch", ["relaunch"]), (":re", ["relaunch"]), (":l", ["log", "leaks"]),
    ] as [(String, [String])] {
      #expect(texts(line) == expected, "\(line)")
    }
    #expect(!texts("").contains("leaks") && texts(":").contains("leaks"))
  }

  @Test("No candidate has control characters, whatever the titles are")
  func hostileTitles() {
    let rows = Hostile.texts.enumerated().map { Row(.init("\($0)"), title: "row \($1)") }
    let content = ScreenContent(title: "", sections: [ContentSection("rows", .rows(rows))])
    let found =
      CommandAssistant(snapshot: .screen(content)).completion(of: "row ")?.candidates ?? []
    #expect(!found.isEmpty)
    let scalars = found.flatMap { ($0.label + $0.text).unicodeScalars }
    #expect(scalars.allSatisfy { $0.properties.generalCategory != Unicode.GeneralCategory.control })
  }

  @Test("A word that opens a link is completed, once if it is also the name of a tab")
  func shortcuts() {
    // The toy's tabs are Planets and Account.
    let assistant = CommandAssistant(snapshot: .everything, shortcuts: [.look, .account])
    #expect(assistant.completion(of: "loo")?.candidates.map(\.text) == ["look"])
    #expect(assistant.completion(of: "accoun")?.candidates.map(\.text) == ["account"])
    #expect(assistant.completion(of: ":loo")?.candidates.map(\.text) == ["look"])
    #expect(assistant.completion(of: "help loo")?.candidates.map(\.text) == ["look"])
  }

  @Test("A path is completed with files and folders, and with hidden ones only after a dot")
  func files() throws {
    let folder = try TemporaryFolder()
    for name in ["a b.csv", "a c.csv", ".a", "bad\u{1B}[31m"] {
      try Data().write(to: URL(filePath: folder.file(name)))
    }
    try FileManager.default.createDirectory(
      atPath: folder.file("folder"), withIntermediateDirectories: true)
    let field = FieldAssistant(field: Field("file", label: "File", kind: .text))
    func texts(_ name: String) -> [String] {
      (field.completion(of: folder.file(name))?.candidates ?? []).map(\.text)
    }
    #expect(texts("") == ["a b.csv", "a c.csv", "folder/"].map(folder.file))
    #expect(texts("a c") == [folder.file("a c.csv")])
    #expect(texts(".") == [folder.file(".a")])
    #expect(texts("missing/") == [])
    #expect(field.completion(of: folder.file("fo"))?.endsWord == false)
    #expect(FieldAssistant(field: Field("name", label: "", kind: .text)).completion(of: "/") == nil)
  }

  @Test("The last of several paths is completed, and the only field's value also without set")
  func severalFiles() throws {
    let folder = try TemporaryFolder()
    for name in ["list.csv", "li\\st"] { try Data().write(to: URL(filePath: folder.file(name))) }
    let (typed, path) = (folder.file("li"), folder.file("list.csv"))
    let file = Field("file", label: "File", kind: .text)
    let files = Field("file", label: "Files", kind: .longText)
    for line in [typed, "~/a\\n\(typed)", "~/a b\\n~/c\\n\(typed)"] {
      let found = FieldAssistant(field: files).completion(of: line)
      #expect(found?.candidates.map(\.text) == [path] && found?.endsWord == false, "\(line)")
      #expect(found.map { line.hasSuffix($0.word) } == true)
    }
    #expect(FieldAssistant(field: files).completion(of: "\(typed)\\nmissing/x") == nil)
    for (fields, expected) in [([file], [path]), ([files], [path]), ([file, files], nil)]
      as [([Field], [String]?)]
    {
      let form = ContentSection("form", .fields(fields))
      let screen = Snapshot.screen(ScreenContent(title: "Import", sections: [form]))
      let found = CommandAssistant(snapshot: screen).completion(of: folder.file("list"))
      #expect(found?.candidates.map(\.text) == expected)
    }
  }

  @Test("A path below the home folder is completed after ~/, which stays")
  func homeFiles() throws {
    let home = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: home.file("books/old"), withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: home.file("books/list.csv")))
    func texts(_ path: String) -> [String] {
      (FileCandidates.completion(of: path, home: home.path)?.candidates ?? []).map(\.text)
    }
    #expect(texts("~/bo") == ["~/books/"])
    #expect(texts("~/books/") == ["~/books/list.csv", "~/books/old/"])
    #expect(texts("~/books/l") == ["~/books/list.csv"])
    #expect(texts("~books/") == [])
    #expect(FileCandidates.completion(of: "~/bo", home: nil) == nil)
  }

  @Test(
    "A paste goes into the field being filled, and only an empty line asks about it")
  func pastes() throws {
    let paste = "a\\n\n\nquit"
    #expect(assistant.place(paste, after: "") == .answer)
    #expect(assistant.place(paste, after: "  ") == .answer)
    #expect(assistant.place(paste, after: "search x") == .line("a\\n  quit"))
    #expect(assistant.place(paste, after: "unknown") == .line("a\\n  quit"))
    #expect(assistant.place(paste, after: "set name x") == .line("a\\n  quit"))
    for line in ["set no x", ":set no x", "SET note "] {
      #expect(assistant.place(paste, after: line) == .line("a\\\\n\\n\\nquit"))
    }
    #expect(assistant.place("C:\\new", after: "set note ") == .line("C:\\\\new"))
    #expect(assistant.place("C:\\new", after: "set name ") == .line("C:\\new"))
    let note = Field("note", label: "Note", kind: .longText)
    guard case .line(let typed) = FieldAssistant(field: note).place(paste, after: "") else {
      Issue.record("It is part of the line.")
      return
    }
    #expect(try note.value(from: typed, with: .toy) == .text(paste))
  }

  @Test("A paste after the start of an action's name goes into its input, unless a command matches")
  func pastesIntoActions() {
    let text = Field("text", label: "Text", kind: .longText)
    let assistant = CommandAssistant(
      snapshot: .screen(
        ScreenContent(
          title: "A",
          actions: [
            Action("review", title: "Write a review", input: text),
            Action("edit-review", title: "Change it", input: text),
          ])))
    for line in ["review x", "rev ", "  Write a review ", "edit-r x"] {
      #expect(assistant.place("a\nb", after: line) == .line("a\\nb"), "\(line)")
    }
    for line in ["rev", ":rev x", "edit x", "x y"] {
      #expect(assistant.place("a\nb", after: line) == .line("a b"), "\(line)")
    }
  }
}
