import Figures
import Foundation

/// The resident memory of a process that does nothing else, at its peak.
struct MemoryFigures {
  private static let rounds = 7

  let base: URL

  func run() throws {
    var (ratios, mine): ([Double], [Double]) = ([], [])
    for _ in 0..<Self.rounds {
      let ours = try peak("ours")
      ratios.append(ours / (try peak("session")))
      mine.append(ours / 1024)
    }
    print(
      Figure(
        "resident memory", ratios.median, "times URLSession", atMost: 0.7,
        "\(mine.median.short) MB"
      ).line)
  }

  /// The peak of a process in kilobytes.
  private func peak(_ contender: String) throws -> Double {
    let process = Process()
    let output = Pipe()
    process.executableURL = URL(filePath: CommandLine.arguments[0])
    process.arguments = ["memory", contender, base.absoluteString]
    process.standardOutput = output
    try process.run()
    let text = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard let peak = Double(text.split(separator: "\n").last ?? "") else {
      throw Missing(what: "memory")
    }
    return peak
  }

  /// What such a process does: small bodies, many at a time, then large ones.
  static func work(_ contender: Contender, _ base: URL) async throws {
    _ = try await contender.ask(base.appending(path: "10k.bin"), 1024, concurrency: 64)
    _ = try await contender.ask(base.appending(path: "1m.bin"), 64, concurrency: 16)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    print(line?.filter(\.isNumber) ?? "")
  }
}
