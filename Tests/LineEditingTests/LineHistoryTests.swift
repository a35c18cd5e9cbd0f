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

  @Test("each account's lines are in a file of their own, and recalled for that account alone")
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

  @Test("the deleted file of an account does not come back with the next line of any window")
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

  @Test("a secret is removed from all files of the run, and from those that are opened later")
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

  @Test("without files the lines of an account are gone after it signs out")
  func noFiles() {
    var history = LineHistory { _ in nil }
    history.open("ada")
    let added = ["Ada's", "Ada's", "\u{1B}"].map { history.add($0) }
    #expect(added == [true, false, false])
    #expect(history.lines == ["Ada's"])
    history.open(nil)
    #expect(history.lines == [])
  }

  @Test("what another window's lock has kept from the file is done with a later line")
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

  @Test("lines of one account that could not be saved go into no other account's file")
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
