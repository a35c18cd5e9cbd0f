import AppComposition
import Core
import Figures
import Foundation
import SQLiteStorage
import Synchronization

/// Imports a dump, and tells how fast and in how much memory.
struct ImportFigures {
  let folder: String

  func run() async throws {
    let database = try SQLiteRecovery.openReplaceable("\(folder)/catalogue.sqlite")
    let transfer = DumpTransfer.make(into: { database })
    let request = Transfer.Request(
      files: CatalogueFigures.files.map { "\(folder)/\($0)" }, owner: .guest)
    let start = ContinuousClock.now
    let steps = Mutex<[(String, Double)]>([])
    let report = try await transfer.run(request) { progress in
      let time = start.duration(to: .now) / .seconds(1)
      steps.withLock { steps in
        if steps.last?.0 != progress.step { steps.append((progress.step, time)) }
      }
    }
    let seconds = start.duration(to: .now) / .seconds(1)
    var usage = rusage()
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let works = report.counts.first { $0.label == "Works" }?.number ?? 0
    for (step, time) in steps.withLock(\.self) {
      FileHandle.standardError.write(Data("  \(step) from \(time) s\n".utf8))
    }
    let processor = [usage.ru_utime, usage.ru_stime].reduce(0.0) {
      $0 + Double($1.tv_sec) + Double($1.tv_usec) / 1e6
    }
    FileHandle.standardError.write(Data("  \(seconds) s, \(processor) s of processor time\n".utf8))
    print(
      Figure(
        "dump import, with authors, editions and index", Double(works) / seconds, "works/s",
        goal: .atLeast(50_000)
      ).line)
    print(
      Figure(
        "dump import, memory", Double(usage.ru_maxrss) / 1024, "MB", goal: .atMost(150)
      ).line)
  }
}
