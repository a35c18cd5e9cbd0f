import Core
import Foundation
import Services
import Terminal

@testable import Shell

/// One run of the toy app with its input and output.
struct ToyRun {
  let status: Int32
  let output: String
  let errors: String

  /// Runs a script or a subcommand to its end.
  @MainActor init(
    _ script: String = "", _ arguments: [String] = [], services: ToyServices = ToyServices(),
    configuration: ShellConfiguration? = nil, environment: [String: String] = [:],
    change: (inout Console) -> Void = { _ in }
  ) async {
    let (output, errors) = (MemorySink(), MemorySink())
    var console = Console.reading(script, output: output, errors: errors)
    change(&console)
    status = await ShellProgram(configuration: configuration ?? .toy(services), console: console)
      .run(arguments: arguments, environment: environment)
    self.output = output.text
    self.errors = errors.text
  }

  /// Types lines at a terminal without colours, then ends the input.
  @MainActor init(
    typing lines: [InputLine], _ arguments: [String] = [], services: ToyServices = ToyServices(),
    configuration: ShellConfiguration? = nil, environment: [String: String] = ["TERM": "dumb"],
    change: (inout Console) -> Void = { _ in }
  ) async {
    await self.init(
      "", ["--color", "never"] + arguments, services: services, configuration: configuration,
      environment: environment
    ) { console in
      console.lines = .typed(lines)
      console.isInputTerminal = true
      console.isOutputTerminal = true
      change(&console)
    }
  }
}

extension LineQueue {
  /// Creates a queue of lines, with the end of the input after them.
  static func typed(_ lines: [InputLine]) -> LineQueue {
    let queue = LineQueue()
    queue.add(lines)
    queue.finish()
    return queue
  }
}

extension ToyRun {
  /// The titles of the printed screens, in order.
  @MainActor var titles: [String] {
    output.components(separatedBy: "\n\n").compactMap { block in
      let title = block.split(separator: "\n").first.map(String.init) ?? ""
      let name = title.components(separatedBy: "  ")[0]
      return Self.known.contains(name) ? name : nil
    }
  }

  @MainActor private static let known: Set<String> = Set(
    PlanetsCoordinator.planets + ["Planets", "Note", "Account", "Discard it?", "Five"])
}

/// An output that always fails.
struct BrokenSink: ByteSink {
  private let error: OutputError

  init(_ error: OutputError) {
    self.error = error
  }

  func write(_ text: String) throws(OutputError) { throw error }
}
