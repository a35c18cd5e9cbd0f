import Walks
import AppComposition
import AppTerminal
import Figures
import Foundation
import Shell

/// Prints the time of journeys and random-walk steps in one process, in comparison with the time
/// that `JSONEncoder` takes to encode the screens of the journey once.
///
/// Both run in turns, and processor time is measured, so that a busy machine slows both equally.
@main @MainActor struct SessionFigures {
  private static let rounds = 24

  private let script: String
  private let screens: EncodedScreens

  static func main() async {
    guard CommandLine.arguments.count == 2,
      let script = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    else { return stop("usage: SessionFigures <session file>", 64) }
    do {
      let screens = try await EncodedScreens(of: script, arguments: arguments)
      let figures = SessionFigures(script: script, screens: screens)
      try await print(figures.journeys(apps: 1, atMost: 0.95).line)
      try await print(figures.journeys(apps: 10, atMost: 0.65).line)
      try await print(figures.steps().line)
    } catch {
      stop("SessionFigures: \(error)", 70)
    }
  }

  /// Prints a reason to standard error and ends with a status.
  private static func stop(_ reason: String, _ status: Int32) {
    FileHandle.standardError.write(Data("\(reason)\n".utf8))
    exit(status)
  }

  private static let arguments = ["--seed", "1", "--now", "2026-11-20"]

  private struct Failure: Error, CustomStringConvertible { let description: String }

  /// A debug build has no goals, because the yardstick is optimized.
  private func goal(_ most: Double) -> Double? {
    #if DEBUG
      nil
    #else
      most
    #endif
  }

  /// Runs the session repeatedly, each time in a new app, like the terminal host.
  ///
  /// - Parameters:
  ///   - apps: the number of simultaneous apps, as in parallel tests; all of them share the main
  ///     actor. A single app runs each part of the code once per journey, so most of its time goes
  ///     to reading instructions into the processor's cache: its ratio has a goal of its own.
  ///   - most: the goal.
  private func journeys(apps: Int, atMost most: Double) async throws -> Figure {
    let each = max(1, 30 / apps)
    let player = ScriptPlayer(.app)
    let (ratio, time) = try await beside {
      let tasks = (0..<apps).map { _ in
        Task { @MainActor [script] in
          for _ in 0..<each {
            let result = await player.play(script, arguments: Self.arguments)
            guard result.status == 0 else { throw Failure(description: result.messages) }
          }
        }
      }
      for task in tasks { try await task.value }
      return apps * each
    }
    return Figure(
      "a journey, \(apps) \(apps == 1 ? "app" : "apps") at a time", ratio,
      "times JSONEncoder writing its \(screens.count) screens", atMost: goal(most),
      "\((time * 1000).short) ms")
  }

  /// Runs random walks with all invariants.
  private func steps() async throws -> Figure {
    let options = AppOptions(seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000))
    let walk = RandomWalk(samples: .app, make: { AppWorld(options).makeSession() })
    let invariants = Invariants()
    let (walks, length) = (8, 50)
    var seed: UInt64 = 0
    let (ratio, time) = try await beside {
      for _ in 0..<walks {
        try await walk.walk(seed: seed, steps: length, invariants)
        seed += 1
      }
      return walks * length
    }
    return Figure(
      "a random-walk step", ratio * Double(screens.count), "times JSONEncoder writing a screen",
      atMost: goal(1.1), "\((time * 1e6).short) µs")
  }

  /// Runs a body and encodes the screens, in turns.
  ///
  /// - Parameter body: runs the work some times, and returns the number.
  /// - Returns: the ratio to encoding the screens, and the processor time in seconds.
  private func beside(
    _ body: () async throws -> Int
  ) async throws -> (ratio: Double, time: Double) {
    var (ratios, times): ([Double], [Double]) = ([], [])
    // The first rounds warm up.
    for round in -2..<Self.rounds {
      // The order alternates.
      let before = round % 2 == 0 ? try screens.time() : nil
      let start = ProcessorTime.now
      let count = try await body()
      let time = (ProcessorTime.now - start) / Double(count)
      let yardstick = try before ?? screens.time()
      guard round >= 0 else { continue }
      ratios.append(time / yardstick)
      times.append(time)
    }
    return (ratios.median, times.median)
  }
}
