// Needs: Books, Onboarding

import TestKit
import Testing

/// The built program in a terminal emulator of usual sizes: all of the line, on screens that fit.
@Suite("A day at a terminal", .enabled(if: Emulator.isInstalled))
@MainActor struct TerminalDayTests {
  private static let rows = 24
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func start(columns: UInt16) async throws -> Emulator {
    try Emulator(
      disk.path, columns: columns, "\(Program.path) --data-dir \(disk.path) --now 2026-11-19")
  }

  /// Expects that the emulator shows the tab's title and texts, and the prompt on its last line.
  private func expect(
    _ emulator: Emulator, tab: String? = nil, _ texts: String..., prompt: String,
    location: SourceLocation = #_sourceLocation
  ) async throws {
    let lines = try await emulator.lines
    let screen = lines.joined(separator: "\n")
    #expect(lines.count <= Self.rows, "\(screen)", sourceLocation: location)
    // All of the screen is in sight, from the tabs on.
    for text in texts + [tab.map { "[\($0)]" }].compactMap(\.self) {
      #expect(screen.contains(text), "\(screen)", sourceLocation: location)
    }
    #expect(lines.last?.hasSuffix(prompt) == true, "\(screen)", sourceLocation: location)
  }

  @Test(
    "The line edits, recalls, completes, takes pastes and leaves, and each screen fits",
    arguments: [50, 80, 120, 200] as [UInt16])
  func day(columns: UInt16) async throws {
    let emulator = try await start(columns: columns)
    try await emulator.wait(for: "Welcome> ")
    try await emulator.type("skip-all\r", until: "Discover> ")
    try await expect(emulator, tab: "Discover", "Subjects", prompt: "Discover>")
    try await emulator.type("search hobit\r", until: "Search> ")
    try await expect(
      emulator, tab: "Search", "Showing “hobbit”.", "1   The Hobbit", prompt: "Search>")

    // The last line again, and its words moved and killed.
    try await emulator.type("\u{1B}[A\u{1B}b\u{1B}bre-\u{5}END", until: "END")
    try await expect(emulator, prompt: "Search> re-search hobitEND")
    try await emulator.type("\u{17}\u{1}\u{6}\u{6}\u{6}\u{B}\u{5}FIN", until: "FIN")
    try await expect(emulator, prompt: "Search> re-FIN")
    try await emulator.type("\u{15}\u{19}!", until: "!")
    try await expect(emulator, prompt: "Search> re-FIN!")
    try await emulator.type("\u{15}tab sh\t", until: "elves")
    try await expect(emulator, prompt: "Search> tab shelves")
    try await emulator.type("\u{15}\u{12}hobi\r", until: "Search> ")
    try await expect(
      emulator, tab: "Search", "Showing “hobbit”.", "1   The Hobbit", prompt: "Search>")

    // A book, kept and noted; a paste is text and no command.
    try await emulator.type("1\r", until: "Hobbit> ")
    try await emulator.type("want\r", until: "Hobbit> ")
    try await expect(emulator, tab: "Search", "The Hobbit", "Want to read", prompt: "Hobbit>")
    try await emulator.type("notes\r", until: "Hobbit> ")
    try await emulator.type("set notes\r", until: "Notes to yourself")
    try await emulator.type("\u{1B}[200~one\nquit\n\nthree\u{1B}[201~\r", until: "Hobbit> ")
    try await expect(emulator, "Notes on The Hobbit", "one", "three", prompt: "Hobbit>")
    try await emulator.type("save\r", until: "Hobbit> ")
    try await emulator.type("remove\r", until: "?> ")
    try await expect(emulator, "This also removes your notes.", prompt: "?>")
    try await emulator.type("no\r", until: "Hobbit> ")

    // Lists and help that are taller than the terminal.
    try await emulator.type("discover\r", until: "Discover> ")
    try await emulator.type("down\r", until: "Discover> ")
    try await expect(emulator, tab: "Discover", " of ", "up, down", prompt: "Discover>")
    try await emulator.type("statistics\r", until: "Statistics> ")
    try await expect(emulator, tab: "Statistics", "2026", prompt: "Statistics>")
    try await emulator.type("no such word\u{3}", until: "Statistics> ")
    try await emulator.type("\u{4}", until: "[exited]")
  }
}
