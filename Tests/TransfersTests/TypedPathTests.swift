import Core
import Files
import Foundation
import TestKit
import Testing

@testable import Transfers

@Suite("A path typed into a form")
struct TypedPathTests {
  @Test("~ at the beginning is the folder in HOME")
  func home() {
    for (typed, path) in [
      ("~", "/home/ada"), ("~/a b.csv", "/home/ada/a b.csv"), ("a/~", "a/~"), ("/~/x", "/~/x"),
      ("~nobody-of-this-name/x", "~nobody-of-this-name/x"), ("books.csv", "books.csv"),
    ] {
      #expect(TypedPath.expanded(typed, home: "/home/ada") == path)
    }
  }

  @Test("Without HOME, ~ is the home folder of the user who runs the app")
  func noHome() throws {
    let home = try #require(getpwuid(getuid())?.pointee.pw_dir)
    #expect(TypedPath.expanded("~/x", home: nil) == String(cString: home) + "/x")
  }

  /// Creates empty files.
  private func makeFolder(_ names: String...) throws -> TemporaryFolder {
    let folder = try TemporaryFolder()
    for name in names { try Data().write(to: URL(filePath: folder.file(name))) }
    return folder
  }

  @Test("A path as a terminal pastes it after a file was dragged to it is that file's")
  func pasted() throws {
    let folder = try makeFolder("my books (1).csv", "it's \"$5\".csv")
    let (books, price) = (folder.file("my books (1).csv"), folder.file("it's \"$5\".csv"))
    for (typed, path) in [
      ("'\(books)'", books), ("\"\(books)\"", books),
      (folder.file(#"my\ books\ \(1\).csv"#), books),
      ("file://" + folder.file("my%20books%20(1).csv"), books), (books, books),
      (folder.file(#"'it'\''s "$5".csv'"#), price), (folder.file(#""it's \"\$5\".csv""#), price),
      (folder.file(#"it\'s\ \"\$5\".csv"#), price),
    ] {
      #expect(TypedPath.resolved(typed) == path)
    }
    let slash = try makeFolder(#"a\b.csv"#)
    for typed in [#""a\b.csv""#, #""a\\b.csv""#, #"a\\b.csv"#, #"'a\b.csv'"#] {
      #expect(TypedPath.resolved(slash.file(typed)) == slash.file(#"a\b.csv"#), "\(typed)")
    }
    let home = TypedPath.resolved("'~/my books (1).csv'", home: folder.path)
    #expect(home == books)
  }

  @Test("A path is taken as typed if a file has this name, or if none has the other one")
  func literal() throws {
    let folder = try makeFolder("'a'.csv", "a.csv")
    let names = ["'a'.csv", "'b'.csv", "'a.csv", #"a.csv\"#, "a b.csv", "file://b.csv"]
    for name in names {
      #expect(TypedPath.resolved(folder.file(name)) == folder.file(name))
    }
    #expect(TypedPath.resolved("file:///no such file") == "file:///no such file")
  }

  @Test("The field for a file to read has an example, and says that several are one per line")
  @MainActor func placeholders() async {
    let world = TransferWorld()
    var (read, several, write) = (world.read, world.replace, world.write)
    (read.example, several.example, write.example) = ("~/a.csv", "~/a.csv", "~/a.csv")
    await withApp({ world.session([read, several, write]) }) { app in
      for (title, text) in [
        (read.title, "such as ~/a.csv"), (several.title, "one per line, such as ~/a.csv"),
        (write.title, nil),
      ] as [(String, String?)] {
        await app.choose(title)
        #expect(app.content.fields.first?.placeholder == text, "\(title)")
        await app.back()
      }
    }
  }

  @Test("A form takes a pasted path")
  @MainActor func form() async throws {
    let folder = try makeFolder("a b.csv")
    let world = TransferWorld()
    world.answer(.report(TransferReport(summary: "7 toys.")))
    await withApp({ world.session() }) { app in
      await app.choose("Import toys")
      await app.fill("file", "'\(folder.file("a b.csv"))'")
      await app.tap("start")
      #expect(world.requests.map(\.files) == [[folder.file("a b.csv")]])
    }
  }
}
