import Figures

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints the time to the first screen and the memory of the app, in comparison with a program that
/// uses Foundation once and is built in the same way.
///
/// All programs run in turns, so that a busy machine slows them equally.
@main struct ProcessFigures {
  static let rounds = 25
  private static let unit = "times a program that uses Foundation once"

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      return stop("usage: ProcessFigures <folder with the built programs> <empty folder>", 64)
    }
    do throws(ProcessFailure) {
      var programs = ["BooksApp", "FoundationBaseline", "BooksApp"].map {
        MeasuredProgram(path: "\(arguments[1])/\($0)", home: arguments[2])
      }
      programs[0].arguments = ["--ephemeral"]
      // A first run without measuring brings all of them into the page cache.
      for program in programs { _ = try program.run() }
      var runs: [[ProcessRun]] = programs.map { _ in [] }
      for _ in 0..<rounds {
        for index in programs.indices { runs[index].append(try programs[index].run()) }
      }
      for figure in figures(app: runs[0], foundation: runs[1], files: runs[2]) {
        print(figure.line)
      }
      print(try memory(app: programs[0], foundation: programs[1]).line)
      #if os(Linux)
        try PromptFigures(app: "\(arguments[1])/BooksApp", home: arguments[2]).run()
      #endif
      try ReadingFigures(app: "\(arguments[1])/BooksApp", home: arguments[2]).run()
    } catch {
      stop("ProcessFigures: \(error)", 70)
    }
  }

  /// Prints a reason to standard error and ends with a status.
  static func stop(_ reason: String, _ status: Int32) {
    let line = Array("\(reason)\n".utf8)
    _ = write(2, line, line.count)
    exit(status)
  }

  private static func figures(
    app: [ProcessRun], foundation: [ProcessRun], files: [ProcessRun]
  ) -> [Figure] {
    let yardstick = foundation.map(\.milliseconds).median
    func start(_ name: String, _ runs: [ProcessRun], atMost goal: Double) -> Figure {
      let time = runs.map(\.milliseconds).median
      return Figure(
        name, time / yardstick, unit, atMost: goal, "\(time.short) ms to \(yardstick.short) ms")
    }
    return [
      start("start to the first screen", app, atMost: 1.5),
      start("start to the first screen, with its files", files, atMost: 2.2),
    ]
  }

  private static func memory(
    app: MeasuredProgram, foundation: MeasuredProgram
  ) throws(ProcessFailure) -> Figure {
    let copies = (
      app: try app.copiedByPages(to: "app"),
      foundation: try foundation.copiedByPages(to: "foundation")
    )
    var (ours, theirs): ([Double], [Double]) = ([], [])
    for _ in 0..<5 {
      ours.append(try copies.app.run().megabytes)
      theirs.append(try copies.foundation.run().megabytes)
    }
    return Figure(
      "memory at the first screen", ours.median / theirs.median, Self.unit, atMost: 1.5,
      "\(ours.median.short) MB")
  }
}
