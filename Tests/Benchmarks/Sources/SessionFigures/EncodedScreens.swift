import AppComposition
import Core
import Foundation
import Shell

/// The screens that a session shows, and how long `JSONEncoder` takes to write them.
@MainActor struct EncodedScreens {
  private static let repetitions = 12

  private let snapshots: [Snapshot]

  /// The number of screens.
  var count: Int { snapshots.count }

  /// Plays the session once and keeps what it shows.
  init(of script: String, arguments: [String]) async throws {
    let result = await ScriptPlayer(.app).play(script, arguments: ["--json"] + arguments)
    // A screen has more keys than a snapshot; the other objects have not those of one.
    snapshots = result.output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Snapshot.self, from: Data($0.utf8))
    }
    guard result.status == 0, !snapshots.isEmpty else { throw CocoaError(.coderReadCorrupt) }
  }

  /// How many seconds of the processor it takes to write all screens once.
  func time() throws -> Double {
    // As the app does for --json.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let start = ProcessorTime.now
    for _ in 0..<Self.repetitions {
      for snapshot in snapshots { _ = try encoder.encode(snapshot) }
    }
    return (ProcessorTime.now - start) / Double(Self.repetitions)
  }
}

/// How long the process has computed, in all its threads.
enum ProcessorTime {
  /// The time so far, in seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
