import Foundation
import Synchronization
import TestKit
import Testing

@testable import LineEditing

@Suite("History between runs")
struct HistoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private var path: String { "\(folder.path)/history" }
  private var file: HistoryFile { HistoryFile(path: path) }
  /// The file for many windows at once, none of which may give up.
  private var patientFile: HistoryFile { HistoryFile(path: path, patience: .seconds(60)) }

  private func mode() throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("Lines are appended to the history file in order, and only the user can read it")
  func append() throws {
    #expect(file.lines() == [])
    try file.append(["one", "zwei 三"])
    try file.append(["three"])
    #expect(file.lines() == ["one", "zwei 三", "three"])
    #expect(try mode() == 0o600)
  }

  @Test("A history file with another mode becomes private", arguments: [0o644, 0o700])
  func permissions(_ old: Int) throws {
    try Data("one\n".utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: old], ofItemAtPath: path)
    #expect(file.lines() == ["one"])
    #expect(try mode() == 0o600)
  }

  @Test("The history file keeps the last 1,000 lines and does not grow without limit")
  func bounds() throws {
    for start in stride(from: 0, to: 3000, by: 10) {
      try file.append((start..<start + 10).map { "line \($0)" })
    }
    let lines = file.lines()
    #expect(lines.count == 1000)
    #expect(lines.first == "line 2000")
    #expect(lines.last == "line 2999")
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect((size ?? 0) < 1300 * 10)
  }

  @Test("Cleaning the history file never leaves it without its other lines")
  func cutInPlace() throws {
    try file.append((0..<1000).map { "line \($0)" })
    let isDone = Atomic(false)
    let smallest = Atomic(Int.max)
    DispatchQueue.concurrentPerform(iterations: 2) { worker in
      if worker == 0 {
        for number in 0..<300 { try? file.remove { $0 == "line \(number)" } }
        isDone.store(true, ordering: .releasing)
      }
      repeat {
        var status = stat()
        if stat(path, &status) == 0 {
          smallest.min(Int(status.st_size), ordering: .relaxed)
        }
      } while !isDone.load(ordering: .acquiring)
    }
    #expect(file.lines().count == 700)
    #expect(smallest.load(ordering: .relaxed) > 700 * 8)
  }

  @Test("Several windows lose no history line, even if one of them trims the file")
  func windows() async throws {
    try file.append((0..<1150).map { "old \($0)" })
    try await withThrowingTaskGroup { group in
      for window in 0..<4 {
        group.addTask { [patientFile] in
          for number in 0..<50 { try patientFile.append(["\(window) \(number)"]) }
        }
      }
      try await group.waitForAll()
    }
    let expected = (0..<4).flatMap { window in (0..<50).map { "\(window) \($0)" } }
    let lines = file.lines()
    #expect(Set(lines.filter { !$0.hasPrefix("old") }) == Set(expected))
    #expect(lines.count == 1000)
  }

  @Test("A line added by one window while another rewrites the history file is not lost")
  func rewriting() async throws {
    try file.append((0..<500).map { "old \($0)" })
    try await withThrowingTaskGroup { group in
      for window in 0..<2 {
        group.addTask { [patientFile] in
          for number in 0..<200 { try patientFile.append(["\(window) \(number)"]) }
        }
        group.addTask { [patientFile] in
          for number in 0..<100 {
            try patientFile.append(["secret \(window) \(number)"])
            try patientFile.remove { $0 == "secret \(window) \(number)" }
          }
        }
      }
      try await group.waitForAll()
    }
    let lines = file.lines()
    for window in 0..<2 {
      let expected = (0..<200).map { "\(window) \($0)" }
      #expect(lines.filter { $0.hasPrefix("\(window) ") } == expected)
    }
    #expect(lines.count == 900 && lines.prefix(500) == (0..<500).map { "old \($0)" }[...])
  }

  @Test("A window that holds the history lock does not delay another window's prompt")
  func stoppedWindow() throws {
    try file.append(["one"])
    let lock = try LockOfAnotherWindow(on: path)
    #expect(file.patience == .seconds(1))
    // Without this limit it would wait for the release below, without end.
    #expect(throws: HistoryFile.Locked.self) { try file.append(["two"]) }
    lock.release()
    #expect(file.lines() == ["one"])
  }

  @Test("A full disk leaves no part of a line in the history file")
  func fullDisk() async throws {
    try file.append(["one"])
    await #expect(processExitsWith: .success) { [path = path as String] in
      // A limit of the size ends a write in its middle, as a full disk does.
      signal(SIGXFSZ, SIG_IGN)
      var limit = rlimit()
      getrlimit(sizeLimit, &limit)
      let usual = limit.rlim_cur
      limit.rlim_cur = 6
      setrlimit(sizeLimit, &limit)
      try HistoryFile(path: path).append(["two"])
      // What the process writes when it exits is not limited.
      limit.rlim_cur = usual
      setrlimit(sizeLimit, &limit)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "one\n")
  }

  @Test("Removed lines are deleted from the history file")
  func remove() throws {
    try file.append(["one", "set password hunter2", "two"])
    try file.remove { $0.contains("hunter2") }
    #expect(file.lines() == ["one", "two"])
    #expect(try !String(contentsOfFile: path, encoding: .utf8).contains("hunter2"))
  }

  @Test("History lines with control characters, invalid UTF-8 or too many bytes are skipped")
  func hostileLines() throws {
    var bytes = Data("good\n\u{1B}]0;title\u{7}\nnul\u{0}\n".utf8)
    bytes += [0xFF, 0xFE, 10]
    bytes += Data((String(repeating: "x", count: 5000) + "\n\n   \nalso good").utf8)
    try bytes.write(to: URL(filePath: path))
    #expect(file.lines() == ["good", "also good"])
    try file.append(["new"])
    #expect(file.lines() == ["good", "also good", "new"])
  }

  @Test("Only the end of a huge history file is read")
  func huge() throws {
    let handle = try #require(
      FileManager.default.createFile(atPath: path, contents: nil) ? path : nil)
    let writing = try #require(FileHandle(forWritingAtPath: handle))
    try writing.truncate(atOffset: 4 << 30)
    try writing.seekToEnd()
    try writing.write(contentsOf: Data("\nlast\n".utf8))
    try writing.close()
    #expect(file.lines() == ["last"])
    try file.append(["next"])
    #expect(file.lines() == ["last", "next"])
    let size = try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int
    #expect(size == 10)
  }

  @Test(
    "A link, folder, pipe or file with a second name in place of the history file stays unchanged",
    arguments: ["link", "second name", "folder", "pipe"])
  func notAFile(kind: String) throws {
    let other = "\(folder.path)/other"
    try Data("mine\n".utf8).write(to: URL(filePath: other))
    switch kind {
    case "link":
      try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: other)
    case "second name": try FileManager.default.linkItem(atPath: other, toPath: path)
    case "folder":
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    default: try #require(mkfifo(path, 0o600) == 0)
    }
    try file.append(["one"])
    try file.remove { _ in true }
    #expect(file.lines() == [])
    #expect(try String(contentsOfFile: other, encoding: .utf8) == "mine\n")
  }
}

#if canImport(Darwin)
  private let sizeLimit = RLIMIT_FSIZE
#else
  private let sizeLimit = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
#endif
