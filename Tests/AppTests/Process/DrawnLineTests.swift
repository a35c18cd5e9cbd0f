// Needs: Auth, Books, Onboarding

import Foundation
import TestKit
import Testing

/// The built program in a terminal emulator: what a user sees of a line that is edited.
@Suite("A line as it is drawn", .enabled(if: Emulator.isInstalled))
@MainActor struct DrawnLineTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func emulator(columns: UInt16 = 60) async throws -> Emulator {
    let emulator = try Emulator(
      disk.path, columns: columns, "\(Program.path) --data-dir \(disk.path)")
    try await emulator.wait(for: "Welcome> ")
    return emulator
  }

  @Test("Wide and combining characters stay in their places when the line changes before them")
  func wide() async throws {
    let emulator = try await emulator()
    try await emulator.type("三体 cafe\u{301} e\u{301} 🙂", until: "🙂")
    try await emulator.type("\u{1}\u{1B}[C\u{1B}[C!", until: "!")
    #expect(try await emulator.lines.last == "Welcome> 三体! café é 🙂")
    try await emulator.type("\u{1}\u{1B}[3~\u{5}END", until: "END")
    #expect(try await emulator.lines.last == "Welcome> 体! café é 🙂END")
  }

  @Test("A line of several rows is erased and drawn again as a whole")
  func severalRows() async throws {
    let emulator = try await emulator()
    let words = "one two three four five six seven eight nine ten eleven twelve 三体三体"
    try await emulator.type(words + "END", until: "END")
    let before = try await emulator.lines.count
    try await emulator.type(
      "\u{1B}[200~a\u{1B}[201~\u{1B}[200~b\u{1B}[201~EOL", until: "EOL")
    let lines = try await emulator.lines
    #expect(lines.count == before)
    // The emulator leaves out a space at the end of a row.
    let drawn = lines.suffix(2).joined().replacing(" ", with: "")
    #expect(drawn == "Welcome>\(words)ENDabEOL".replacing(" ", with: ""))
    try await emulator.type("\u{15}x", until: "x")
    #expect(try await emulator.lines.last == "Welcome> x")
  }

  @Test("A resize draws the line once, wrapped for the new width")
  func resized() async throws {
    let emulator = try await emulator()
    let words = "one two three four five six seven eight nine ten eleven twelve"
    try await emulator.type(words + "END", until: "END")
    // The emulator draws its lines first, then what the app draws.
    try await emulator.resize(columns: 100, until: "END")
    try await emulator.wait(for: "END")
    #expect(try await emulator.lines.last == "Welcome> \(words)END")
    try await emulator.type("\u{1}\u{1B}[C.", until: ".")
    #expect(try await emulator.lines.last == "Welcome> o.\(words.dropFirst())END")
  }

  @Test("The list of candidates fits the screen, and the line is drawn again below it")
  func candidates() async throws {
    let emulator = try await emulator()
    try await emulator.type("skip-all\r", until: "Discover> ")
    try await emulator.type("\t\t", until: "account")
    try await emulator.type("END", until: "END")
    let lines = try await emulator.lines
    #expect(lines.count <= 24)
    #expect(lines.last == "Discover> END")
    let question = lines.dropLast().lastIndex { $0.hasPrefix("Discover>") } ?? 0
    #expect(lines[question...].contains { $0.contains("close") })
  }
}
