import AppComposition
import AppTerminal
import Core
import Foundation
import Shell

/// The screens of a session, and the time that `JSONEncoder` takes to encode them.
@MainActor struct EncodedScreens {
  private static let repetitions = 12

  private let snapshots: [Snapshot]

  /// The number of screens.
  var count: Int { snapshots.count }

  /// Runs the session once and keeps its screens.
  init(of script: String, arguments: [String]) async throws {
    let result = await ScriptPlayer(.app).play(script, arguments: ["--json"] + arguments)
    // A screen has more keys than a snapshot; other objects lack its keys.
    snapshots = result.output.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Snapshot.self, from: Data($0.utf8))
    }
    guard result.status == 0, !snapshots.isEmpty else { throw CocoaError(.coderReadCorrupt) }
  }

  /// Returns the processor time to encode all screens once, in seconds.
  func time() throws -> Double {
    // Like the app with --json.
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let start = ProcessorTime.now
    for _ in 0..<Self.repetitions {
      for snapshot in snapshots { _ = try encoder.encode(snapshot) }
    }
    return (ProcessorTime.now - start) / Double(Self.repetitions)
  }
}

/// The processor time of all threads of the process.
enum ProcessorTime {
  /// The time so far, in seconds.
  static var now: Double {
    var time = timespec()
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
