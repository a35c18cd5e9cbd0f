import Figures

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Prints what the app costs as a process: the time to its first screen and its memory.
///
/// Both are differences to a program that does nothing, or next to nothing, with the same
/// libraries, measured in turns so that a busy machine slows all of them alike.
@main struct ProcessFigures {
  static let rounds = 25

  static func main() {
    let arguments = CommandLine.arguments
    guard arguments.count == 3 else {
      return stop("usage: ProcessFigures <folder with the built programs> <empty folder>", 64)
    }
    do throws(ProcessFailure) {
      var programs = ["BooksApp", "Trivial", "FoundationBaseline", "BooksApp"].map {
        MeasuredProgram(path: "\(arguments[1])/\($0)", home: arguments[2])
      }
      programs[0].arguments = ["--ephemeral"]
      // Once unmeasured: from now on all of them are in the page cache.
      for program in programs { _ = try program.run() }
      var runs: [[ProcessRun]] = programs.map { _ in [] }
      for _ in 0..<rounds {
        for index in programs.indices { runs[index].append(try programs[index].run()) }
      }
      for figure in figures(
        app: runs[0], trivial: runs[1], foundation: runs[2], files: runs[3])
      {
        print(figure.line)
      }
      try ReadingFigures(app: "\(arguments[1])/BooksApp", home: arguments[2]).run()
    } catch {
      stop("ProcessFigures: \(error)", 70)
    }
  }

  /// Says why on standard error and ends with a status.
  static func stop(_ reason: String, _ status: Int32) {
    let line = Array("\(reason)\n".utf8)
    _ = write(2, line, line.count)
    exit(status)
  }

  static func figures(
    app: [ProcessRun], trivial: [ProcessRun], foundation: [ProcessRun],
    files: [ProcessRun]
  ) -> [Figure] {
    let start = app.map(\.milliseconds).median - trivial.map(\.milliseconds).median
    let memory = app.map(\.megabytes).median - foundation.map(\.megabytes).median
    let opening = files.map(\.milliseconds).median - app.map(\.milliseconds).median
    return [
      Figure("start to the first screen, above nothing", start, "ms", goal: .atMost(8)),
      Figure("memory, above Foundation in use", memory, "MB", goal: .atMost(10)),
      Figure("opening its files at the start", opening, "ms", goal: .atMost(4)),
    ]
  }
}
