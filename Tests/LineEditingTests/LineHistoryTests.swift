import Foundation
import TestKit
import Testing

@testable import LineEditing

@Suite("History of guests and of accounts")
struct LineHistoryTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ account: String? = nil) -> HistoryFile {
    HistoryFile(path: folder.path + "/history" + (account.map { "-\($0)" } ?? ""))
  }

  /// Makes the history of a window.
  private func window(patience: Duration = .seconds(1)) -> LineHistory {
    LineHistory { [folder] account in
      HistoryFile(
        path: folder.path + "/history" + (account.map { "-\($0)" } ?? ""), patience: patience)
    }
  }

  private func text(_ account: String? = nil) -> String? {
    try? String(contentsOfFile: file(account).path, encoding: .utf8)
  }

  @Test("Each account's lines are in its own file and recalled for that account only")
  func separate() {
    var history = window()
    for (account, line) in [(nil, "guest's"), ("ada", "Ada's"), ("bo", "Bo's"), (nil, "later")] {
      let (isChanged, isChangedAgain) = (history.open(account), history.open(account))
      #expect(isChanged && !isChangedAgain)
      let isAdded = history.add(line)
      #expect(isAdded)
    }
    #expect(text() == "guest's\nlater\n")
    #expect(text("ada") == "Ada's\n")
    #expect(text("bo") == "Bo's\n")
    #expect(history.lines == ["guest's", "later"])
    history.open("ada")
    #expect(history.lines == ["guest's", "later", "Ada's"])
  }

  @Test("An account's deleted history file does not come back with any window's next line")
  func deleted() throws {
    var here = window()
    var elsewhere = window()
    for account in [nil, "ada"] {
      here.open(account)
      elsewhere.open(account)
    }
    _ = elsewhere.add("before")
    #expect(text("ada") == "before\n")
    try FileManager.default.removeItem(atPath: file("ada").path)
    _ = here.add("delete-account")
    _ = elsewhere.add("after")
    #expect(text("ada") == nil)
    elsewhere.open(nil)
    _ = elsewhere.add("guest's")
    #expect(text() == "guest's\n" && text("ada") == nil)
    #expect(elsewhere.lines == ["guest's"])
  }

  @Test("A secret is removed from all history files of the run and from those opened later")
  func secrets() throws {
    try file("bo").append(["set password hunter2", "Bo's"])
    var history = window()
    history.open(nil)
    _ = history.add("hunter2 at the wrong prompt")
    history.open("ada")
    _ = history.add("hunter2 again")
    history.open(nil)
    let removed = ["hunter2", "third"].map { word in history.remove { $0.contains(word) } }
    #expect(removed == [true, false])
    #expect(text() == "" && text("ada") == "")
    history.open("bo")
    #expect(history.lines == ["Bo's"] && text("bo") == "Bo's\n")
  }

  @Test("Without files, an account's lines are gone after it signs out")
  func noFiles() {
    var history = LineHistory { _ in nil }
    history.open("ada")
    let added = ["Ada's", "Ada's", "\u{1B}"].map { history.add($0) }
    #expect(added == [true, false, false])
    #expect(history.lines == ["Ada's"])
    history.open(nil)
    #expect(history.lines == [])
  }

  @Test("A change blocked by another window's history lock is made with a later line")
  func lockedFile() throws {
    let path = file().path
    var history = window(patience: .zero)
    history.open(nil)
    _ = history.add("one")
    _ = history.add("hunter2")
    let lock = try LockOfAnotherWindow(on: path)
    _ = history.add("two")
    #expect(history.remove { $0 == "hunter2" })
    _ = history.add("three")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\nhunter2\n")
    lock.release()
    _ = history.add("four")
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\ntwo\nthree\nfour\n")
  }

  @Test("Unsaved lines of one account go into no other account's file")
  func lockedAccount() throws {
    var history = window(patience: .zero)
    history.open(nil)
    _ = history.add("one")
    let lock = try LockOfAnotherWindow(on: file().path)
    _ = history.add("two")
    history.open("ada")
    _ = history.add("three")
    lock.release()
    #expect(file("ada").lines() == ["three"])
  }
}
