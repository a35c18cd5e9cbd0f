import Files
import Services
@testable import Core
import Foundation
import TestKit
import Testing

@Suite("Files that a user names")
struct FileTests {
  private let temporary: TemporaryFolder
  private var folder: String { temporary.path }

  init() throws { temporary = try TemporaryFolder() }

  private func path(_ name: String) -> String { temporary.file(name) }

  private func text(_ name: String) -> String? {
    try? String(contentsOfFile: path(name), encoding: .utf8)
  }

  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder).sorted() }
  }

  @Test("A file appears under its name once it is complete, readable by its owner alone")
  func keeps() throws {
    try Data("old".utf8).write(to: URL(filePath: path("a")))
    let file = try FileReplacement(path: path("a"))
    try file.write(Data("new ".utf8))
    try file.write(Data("text".utf8))
    #expect(text("a") == "old")
    try file.keep()
    #expect(text("a") == "new text")
    #expect(try names == ["a"])
    let mode = try FileManager.default.attributesOfItem(atPath: path("a"))[.posixPermissions]
    #expect(mode as? Int == 0o600)
  }

  @Test("An abandoned replacement keeps the old file and leaves no other")
  func letsGo() throws {
    try Data("old".utf8).write(to: URL(filePath: path("a")))
    do {
      let file = try FileReplacement(path: path("a"))
      try file.write(Data("half".utf8))
    }
    #expect(text("a") == "old")
    #expect(try names == ["a"])
  }

  @Test("A file that must not be replaced stays, also one that appears before the last moment")
  func exists() throws {
    let file = try FileReplacement(path: path("a"), replaces: false)
    try Data("other".utf8).write(to: URL(filePath: path("a")))
    #expect(throws: FileProblem.exists(path("a"))) { try file.keep() }
    file.discard()
    #expect(text("a") == "other")
    #expect(try names == ["a"])
    let new = try FileReplacement(path: path("b"), replaces: false)
    try new.write(Data("new".utf8))
    try new.keep()
    #expect(text("b") == "new")
    #expect(try names == ["a", "b"])
  }

  @Test("No way of renaming replaces a file, and each works alone", arguments: RenamingWay.allCases)
  func renaming(_ way: RenamingWay) throws {
    for name in ["draft", "other"] { try Data(name.utf8).write(to: URL(filePath: path(name))) }
    for ways in [[way], RenamingWay.allCases] {
      #expect(FileReplacement.renameOnly(path("draft"), path("other"), by: ways) == -1)
      #expect(errno == EEXIST)
      #expect(text("draft") == "draft" && text("other") == "other")
    }
    #expect(FileReplacement.renameOnly(path("draft"), path("new"), by: [way]) == 0)
    #expect(text("new") == "draft")
    #expect(try names == ["new", "other"])
    let missing = FileReplacement.renameOnly(path("draft"), path("no/new"), by: [way])
    #expect(missing == -1 && errno == ENOENT)
  }

  @Test("A symbolic link stays, and its target is replaced")
  func link() throws {
    try Data("old".utf8).write(to: URL(filePath: path("real")))
    try FileManager.default.createSymbolicLink(
      atPath: path("link"), withDestinationPath: path("real"))
    let file = try FileReplacement(path: path("link"))
    try file.write(Data("new".utf8))
    try file.keep()
    #expect(text("real") == "new")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: path("link")) == path("real"))
  }

  @Test("Paths that aren't files, and missing folders, are refused and left unchanged")
  func refuses() throws {
    #expect(throws: FileProblem.isFolder(folder)) { _ = try FileReplacement(path: self.folder) }
    #expect(throws: FileProblem.isFolder("")) { _ = try FileReplacement(path: "") }
    #expect(throws: FileProblem.notAFile("/dev/null")) {
      _ = try FileReplacement(path: "/dev/null")
    }
    let missing = path("no/a")
    #expect(throws: FileProblem.folderMissing(missing)) { _ = try FileReplacement(path: missing) }
    #expect(throws: FileProblem.missing(missing)) { _ = try FileInput(path: missing, limit: 1) }
    #expect(throws: FileProblem.isFolder(folder)) { _ = try FileInput(path: self.folder, limit: 1) }
  }

  @Test("A path with a NUL does not replace the file whose name ends there")
  func nul() throws {
    try Data("old".utf8).write(to: URL(filePath: path("keep")))
    let hostile = path("keep\0x")
    #expect(throws: FileProblem.missing(hostile)) { try FileReplacement(path: hostile) }
    #expect(text("keep") == "old")
    #expect(try names == ["keep"])
  }

  @Test("An unusable path is reported before the work, with a remedy")
  func places() throws {
    try Data("x".utf8).write(to: URL(filePath: path("a")))
    try FileManager.default.createSymbolicLink(
      atPath: path("loop"), withDestinationPath: path("loop"))
    try FileManager.default.createSymbolicLink(
      atPath: path("dead"), withDestinationPath: path("nowhere"))
    #expect(throws: FileProblem.deadLink(path("dead"))) {
      _ = try FileReplacement(path: self.path("dead"))
    }
    let long = path(String(repeating: "n", count: 250))
    // The longest name beside which there is room for those of drafts and a journal.
    let longest = path(String(repeating: "m", count: 221))
    // Of a link the target is replaced, so the target's name counts.
    let (longLink, longTarget) = (
      path(String(repeating: "l", count: 250)), path(String(repeating: "t", count: 250))
    )
    for file in [longTarget, longest + "m"] { try Data("x".utf8).write(to: URL(filePath: file)) }
    for (link, target) in [(longLink, path("a")), (path("short"), longTarget)] {
      try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: target)
    }
    let places: [(String, reading: FileProblem?, writing: FileProblem?)] = [
      (path("a"), nil, nil), (path("b"), .missing(path("b")), nil),
      (folder, .isFolder(folder), .isFolder(folder)),
      ("", .isFolder(""), .isFolder("")),
      (path("no/b"), .missing(path("no/b")), .folderMissing(path("no/b"))),
      (path("a/b"), .notAFolder(path("a/b")), .notAFolder(path("a/b"))),
      (path("loop"), .deadLink(path("loop")), .deadLink(path("loop"))),
      (path("dead"), .missing(path("dead")), .deadLink(path("dead"))),
      (path("a\0"), .missing(path("a\0")), .missing(path("a\0"))),
      (long, .missing(long), .nameTooLong(long)), (longLink, nil, nil),
      (longest, .missing(longest), nil), (longest + "m", nil, .nameTooLong(longest + "m")),
      (path("short"), nil, .nameTooLong(path("short"))),
      ("/dev/null", nil, .notAFile("/dev/null")),
    ]
    for (path, reading, writing) in places {
      #expect(problem { () throws(FileProblem) in try FilePlace.checkReading(path) } == reading)
      #expect(problem { () throws(FileProblem) in try FilePlace.checkWriting(path) } == writing)
    }
  }

  private func problem(_ body: () throws(FileProblem) -> Void) -> FileProblem? {
    do throws(FileProblem) {
      try body()
      return nil
    } catch { return error }
  }

  @Test("Every problem with a file has a short message that says what to do")
  func words() throws {
    let long = path(String(repeating: "n", count: 5000))
    #expect(throws: FileProblem.nameTooLong(long)) { _ = try FileInput(path: long, limit: 1) }
    for number: Int32 in 1...133 {
      for isWriting in [false, true] {
        for path in ["a", long] {
          let text = FileProblem(number, path: path, isWriting: isWriting).description
          #expect(text.utf8.count < 400 && text.hasSuffix("."))
          #expect(!text.lowercased().contains("try again"))
          #expect(text.lowercased().contains(/choose|name|make|check/), "\(text)")
        }
      }
    }
  }

  @Test("A file is read in chunks, up to the limit")
  func reads() throws {
    try Data("abcde".utf8).write(to: URL(filePath: path("a")))
    let input = try FileInput(path: path("a"), limit: 5)
    #expect(input.size == 5)
    #expect(try input.read(3) == Array("abc".utf8))
    #expect(try input.read(3) == Array("de".utf8))
    #expect(try input.read(3) == [] && input.position == 5)
    let place = path("a")
    #expect(throws: FileProblem.tooLarge(place, limit: 4)) {
      _ = try FileInput(path: place, limit: 4)
    }
  }

  @Test("A pipe is read up to the limit, too")
  func longPipe() throws {
    let pipe = path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let input = try FileInput(path: pipe, limit: 5)
    #expect(input.size == nil)
    let writer = try FileHandle(forWritingTo: URL(filePath: pipe))
    try writer.write(contentsOf: Data("abcde".utf8))
    #expect(try input.read() == Array("abcde".utf8))
    try writer.write(contentsOf: Data("f".utf8))
    #expect(throws: FileProblem.tooLarge(pipe, limit: 5)) { try input.read() }
    try writer.close()
  }

  @Test("Reading an empty pipe ends when its task is cancelled")
  func pipe() async throws {
    let pipe = path("pipe")
    try #require(mkfifo(pipe, 0o600) == 0)
    let reading = Task.detached { () -> Result<[UInt8], FileProblem> in
      do throws(FileProblem) {
        return .success(try FileInput(path: pipe, limit: 100).read())
      } catch { return .failure(error) }
    }
    reading.cancel()
    #expect(await reading.value == .failure(.cancelled))
    #expect(TransferError(FileProblem.cancelled) == .cancelled)
    #expect(TransferError(StorageError.cancelled) == .cancelled)
    #expect(TransferError(StorageError.full) == .storage(.full))
  }

  @Test("A path that continues after a file is reported with the file's name")
  func behindFile() throws {
    try Data("old".utf8).write(to: URL(filePath: path("file")))
    for path in [path("file/"), path("file/x")] {
      #expect(throws: FileProblem.notAFolder(path)) { try FileReplacement(path: path) }
      #expect(throws: FileProblem.notAFolder(path)) { try FilePlace.checkWriting(path) }
    }
    #expect(throws: FileProblem.isFolder(path("new/"))) { try FileReplacement(path: path("new/")) }
    #expect(text("file") == "old")
  }
}
