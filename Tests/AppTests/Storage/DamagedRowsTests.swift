// Needs: Auth, Backups, Books, Membership, Onboarding, Transfers

import Foundation
import Testing

/// Each round uses a copy of one real library, in which one column of every table gets random
/// values; in a nightly run, one column of one table. The app runs over it in separate processes, so that a trap
/// does not end the tests.
@Suite("Damaged rows of the library")
struct DamagedRowsTests {
  /// The seed of the rounds; `TEST_FUZZ_SEED` sets another one.
  private static let seed =
    ProcessInfo.processInfo.environment["TEST_FUZZ_SEED"].flatMap { UInt64($0) } ?? 11

  @Test(
    "With any values in a table, each screen opens, exports work, and the app starts again",
    .timeLimit(.minutes(60)))
  func everyColumn() async throws {
    let base = try await Disk()
    try await Self.fill(base)
    let files = ["library.sqlite", "state.sqlite"]
    var changed: Set<String> = []
    for file in files {
      let all = try RowFuzzer("\(base.path)/\(file)", seed: 0).columns
      for (turn, columns) in RowFuzzer.rounds(of: all).enumerated() {
        let disk = try await Disk()
        for file in files {
          let copy = "\(disk.path)/\(file)"
          try FileManager.default.copyItem(atPath: "\(base.path)/\(file)", toPath: copy)
        }
        do {
          var fuzzer = try RowFuzzer("\(disk.path)/\(file)", seed: Self.seed &+ UInt64(turn))
          for column in columns where try fuzzer.change(column) > 0 { changed.insert("\(column)") }
        }
        try await Self.use(disk, "\(file): \(columns), turn \(turn), seed \(Self.seed)")
      }
    }
    for column in [
      "auth_accounts.tries", "auth_unknown.tries", "imported_rows.position",
      "library_entries.added", "library_entries.half_stars", "library_progress.day",
      "library_readings.started", "library_changes.kind", "library_change_entries.before",
      "key_values.value",
    ] { #expect(changed.contains(column)) }
  }

  /// Creates a library in which every table has rows.
  private static func fill(_ disk: Disk) async throws {
    let day = try String(
      contentsOf: Sources.root.appending(path: "Fixtures/sessions/first-day.txt"), encoding: .utf8)
    let commands = day.split(separator: "\n").filter { !$0.hasPrefix("#") }
    let more = [
      "tab shelves", "home", "new Own shelf", "open booksapp://books/dune", "notes",
      "set readings 2019-05-01 to 2019-05-02", "save",
    ]
    let file = "\(disk.path)/goodreads.csv"
    let rows = (1...30).map { "\($0),\"Volume (Series, #\($0))\",Nobody,2019/05/31,read,5,300" }
    let header = "Book Id,Title,Author,Date Read,Exclusive Shelf,My Rating,Number of Pages"
    try Data(([header] + rows).joined(separator: "\n").utf8).write(to: URL(filePath: file))
    let runs: [([String], String)] = [
      ([], (commands + more.map { $0[...] }).joined(separator: "\n") + "\n"),
      (["import", "goodreads", file], ""),
      ([], "tab account\nsign-out\nsign-out\ntab account\n" + wrong + right),
    ]
    for (arguments, script) in runs {
      let result = try await program(disk, arguments + ["--keep-going"]).run(script)
      // The wrong password is a failing command.
      #expect(result.status == (script.contains("wrong") ? 1 : 0), "\(result.messages)")
    }
  }

  /// A wrong password with an unknown and a known address, and the right password.
  private static let wrong = """
    sign-in
    set email nobody@example.org
    set password a wrong password
    sign-in
    set email ada@example.org
    sign-in
    close

    """
  private static let right = """
    sign-in
    set email ada@example.org
    set password •••••••1
    sign-in

    """

  /// Every screen, by its link and by its rows.
  private static let screens =
    [
      "skip-all", "tab shelves", "home", "undo", "undo", "redo", "tab discover", "1", "tab search",
      "search dune", "1", "tab shelves", "1", "1",
      "progress 10%", "notes", "set notes x", "save", "back", "back", "2", "1", "rate 3", "home",
      "3", "1", "back", "2", "home", "4", "1", "home", "tab statistics", "previous", "next",
      "details", "17", "back", "home", "tab account", "1", "home", "discard", "2", "home",
      "discard", "3", "home", "discard", "4", "home", "discard", "5", "home", "discard",
      "open booksapp://membership", "1", "back", "restore-purchase", "open booksapp://transfers",
      "1",
      "discard", "open booksapp://account", "edit", "back", "discard",
      "open booksapp://books/dune", "want", "undo", "log", "where", "open booksapp://shelves/read",
      "1",
    ].joined(separator: "\n") + "\n"

  private static func use(_ disk: Disk, _ what: String) async throws {
    let file = "\(disk.path)/out"
    let runs: [([String], String)] = [
      (["--keep-going"], screens), (["export", "goodreads", file, "--force"], ""),
      (["import", "goodreads", file], ""), (["export", "json", file, "--force"], ""),
      (["--keep-going"], "tab account\nsign-out\nsign-out\ntab account\n" + wrong + right),
    ]
    for (number, (arguments, script)) in runs.enumerated() {
      let result = try await program(disk, arguments).run(script)
      // A refused command or transfer is fine; the end by a signal is not.
      #expect(
        result.status == 0 || result.status == 1,
        "\(what), run \(number): \(result.status) \(result.messages)")
    }
  }

  private static func program(_ disk: Disk, _ arguments: [String]) -> Program {
    Program(arguments: ["--data-dir", disk.path, "--now", "2026-11-21"] + arguments)
  }
}
