import Core
import Files
import Services
import Foundation
import TestKit
import Testing

@Suite("The log file")
struct FileLoggerTests {
  private let folder: TemporaryFolder
  private let path: String
  private let clock = ManualClock(now: Date(timeIntervalSince1970: 1_795_176_000))

  init() throws {
    folder = try TemporaryFolder()
    path = folder.file("example.log")
  }

  private func logger(maximumSize: Int = FileLogger.maximumSize) -> FileLogger {
    FileLogger(path: path, clock: clock, maximumSize: maximumSize)
  }

  private func text(_ name: String = "example.log") -> String {
    (try? String(contentsOfFile: folder.file(name), encoding: .utf8)) ?? ""
  }

  @Test(
    "The file logger fulfils the contract of a logger", arguments: AppLoggerContract.Check.allCases)
  func contract(_ check: AppLoggerContract.Check) async throws {
    try await AppLoggerContract { [folder, clock] level in
      let logger = FileLogger(path: folder.file("contract.log"), level: level, clock: clock)
      return (logger, { logger.lines })
    }.verify(check)
  }

  @Test("A line of the log file has time, level and message, and only the file's owner can read it")
  func line() throws {
    logger().log(.warning, "the disk is full")
    #expect(text() == "2026-11-20T12:00:00Z warning the disk is full\n")
    // A file readable by others becomes private with the next line.
    for mode in [0o600, 0o644, 0o400] {
      try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
      if mode != 0o400 { logger().log(.warning, "again") } else { _ = logger().lines }
      let attributes = try FileManager.default.attributesOfItem(atPath: path)
      #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
    }
  }

  @Test("The next start appends to the log file and can read the earlier lines")
  func restart() {
    logger().log(.error, "first")
    logger().log(.error, "second")
    #expect(logger().lines.map { $0.suffix(6) } == [" first", "second"])
  }

  @Test("Each message is one bounded line of the log file, without control characters")
  func escaped() {
    logger().log(.error, "a\nb\u{1B}[2J\u{9B}\u{202E}c\u{2028}")
    logger().log(.error, String(repeating: "long ", count: 100_000))
    logger().log(.error, "e" + String(repeating: "\u{301}", count: 100_000))
    let lines = text().split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines[0].hasSuffix(#"error a\u{A}b\u{1B}[2J\u{9B}\u{202E}c\u{2028}"#))
    #expect(lines[1].utf8.count < 1100 && lines[2].utf8.count < 9000)
  }

  @Test("A full log file is rotated and replaces the older file")
  func rotation() throws {
    let logger = logger(maximumSize: 1000)
    for number in 1...100 { logger.log(.error, "message \(number)") }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).count == 2)
    for name in ["example.log", "example.log.1"] {
      #expect(!text(name).isEmpty && text(name).utf8.count <= 1000)
    }
    #expect(logger.lines.last?.hasSuffix("message 100") == true)
    let numbers = logger.lines.compactMap { $0.split(separator: " ").last.flatMap { Int($0) } }
    #expect(numbers == Array((numbers.first ?? 0)...100))
  }

  @Test("The log file loses no line when many processes write during a rotation")
  func manyWriters() async {
    // Once, because a second rotation replaces the first file.
    let size = 40 * 100
    await withDiscardingTaskGroup { group in
      for writer in 1...4 {
        let logger = logger(maximumSize: size)
        group.addTask {
          for number in 1...35 { logger.log(.error, "writer \(writer) line \(number + 100)") }
        }
      }
    }
    let lines = (text("example.log.1") + text()).split(separator: "\n")
    #expect(Set(lines).count == 140)
    #expect(lines.allSatisfy { $0.wholeMatch(of: /2026\S+ error writer \d line \d{3}/) != nil })
    #expect(!text("example.log.1").isEmpty)
  }

  @Test("The logger never writes over another file, and ignores places where it can't write")
  func elsewhere() throws {
    let other = folder.file("other")
    try Data("mine\n".utf8).write(to: URL(filePath: other))
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: "other")
    logger().log(.error, "through a link")
    #expect(text("other") == "mine\n" && logger().lines == [])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.linkItem(atPath: folder.file("other"), toPath: path)
    #expect(logger().lines == [])
    logger().log(.error, "through a second name")
    #expect(text("other") == "mine\n")
    #expect(logger().lines.count == 1, "a new one is begun")
    try FileManager.default.removeItem(atPath: path)
    try #require(mkfifo(path, 0o600) == 0)
    logger().log(.error, "into a pipe")
    #expect(logger().lines == [])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    logger().log(.error, "into a folder")
    let nowhere = FileLogger(path: folder.file("no/such/folder.log"), clock: clock)
    nowhere.log(.error, "nowhere")
    #expect(nowhere.lines == [])
  }

  @Test("A log file that can't be rotated stays bounded")
  func stuck() throws {
    try FileManager.default.createDirectory(
      atPath: path + ".1/full", withIntermediateDirectories: true)
    let logger = logger(maximumSize: 1000)
    for number in 1...500 { logger.log(.error, "message \(number)") }
    #expect(!text().isEmpty && text().utf8.count <= 2000)
  }
}
