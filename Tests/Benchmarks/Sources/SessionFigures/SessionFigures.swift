import TestKit
import AppComposition
import Figures
import Foundation
import Shell

/// Prints what the app does within a process: journeys and random-walk steps.
@main struct SessionFigures {
  @MainActor static func main() async {
    guard CommandLine.arguments.count == 2,
      let script = try? String(contentsOfFile: CommandLine.arguments[1], encoding: .utf8)
    else { return print("usage: SessionFigures <session file>") }
    await print(journeys(script, apps: 1).line)
    await print(journeys(script, apps: 10).line)
    await print(steps().line)
  }

  /// Plays the session again and again, each time in a new app, as the terminal face would.
  ///
  /// - Parameter apps: how many run at a time, as in parallel tests; all of them share the main actor.
  ///   One app alone goes through each part of the code once in a journey, and finds none of it in the
  ///   processor's caches.
  @MainActor private static func journeys(_ script: String, apps: Int) async -> Figure {
    let each = 100 / apps
    let name = "journeys a second, \(apps) \(apps == 1 ? "app" : "apps") at a time"
    let player = ScriptPlayer(.app)
    let arguments = ["--seed", "1", "--now", "2026-11-20"]
    var rounds: [Double] = []
    for round in 0..<8 {
      let start = ContinuousClock.now
      let tasks = (0..<apps).map { _ in
        Task { @MainActor () -> String? in
          for _ in 0..<each {
            let result = await player.play(script, arguments: arguments)
            if result.status != 0 { return result.messages }
          }
          return nil
        }
      }
      for task in tasks {
        guard let messages = await task.value else { continue }
        print("the session failed: \(messages)")
        return Figure(name, 0, "", goal: .atLeast(1000))
      }
      // The first round warms up.
      let count = Double(apps * each)
      if round > 0 { rounds.append(count / start.duration(to: .now).seconds) }
    }
    return Figure(name, rounds.median, "", goal: .atLeast(1000))
  }

  /// Walks at random with all invariants.
  @MainActor private static func steps() async -> Figure {
    let options = AppWorld.Options(seed: 1, now: Date(timeIntervalSince1970: 1_795_176_000))
    let walk = RandomWalk(samples: .app, make: { AppWorld(options).makeSession() })
    let invariants = Invariants()
    var rounds: [Double] = []
    for round in 0..<8 {
      let (walks, length) = (50, 50)
      let start = ContinuousClock.now
      for seed in 0..<walks {
        do throws(RandomWalk.Failure) {
          try await walk.walk(seed: UInt64(round * walks + seed), steps: length, invariants)
        } catch {
          print("a walk failed: \(error)")
        }
      }
      let time = start.duration(to: .now).seconds
      if round > 0 { rounds.append(time * 1e6 / Double(walks * length)) }
    }
    #if DEBUG
      let goal = 200.0
    #else
      let goal = 40.0
    #endif
    return Figure("a random-walk step", rounds.median, "µs", goal: .atMost(goal))
  }
}

extension Duration {
  fileprivate var seconds: Double {
    Double(components.seconds) + Double(components.attoseconds) / 1e18
  }
}
