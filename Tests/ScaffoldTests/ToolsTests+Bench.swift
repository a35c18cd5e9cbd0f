// Needs: Books
import Foundation
import Testing

@testable import Scaffold

/// What `make bench` prints and when it fails, with stand-ins for its programs.
extension ToolsTests {
  @Test("The bench deletes its own folder alone, also in a project whose path has a blank")
  func bench() throws {
    try withTools { project in
      try project.write("mine", to: "with/kept")
      try project.write(project.text("Makefile"), to: "with blank/Makefile")
      try project.write("", to: "with blank/Package.swift")
      try project.program("with blank/.ci/prepare", "")
      try project.program("with blank/.ci/figures", "printf '%s\\n' \"$@\" >> arguments")
      let (status, messages) = try run("cd 'with blank' && make bench", in: project)
      #expect(status == 0, "\(messages)")
      #expect(try project.text("with/kept") == "mine")
      let arguments = try project.text("with blank/arguments").split(separator: "\n")
      #expect(arguments.count { $0.hasSuffix("/with blank/.build/bench/home") } == 5)
    }
  }

  /// Calls `body` with a project in which every program of the bench prints a figure.
  private func withBench(_ body: (Project) throws -> Void) throws {
    try withTools { project in
      try project.write(
        String(contentsOf: Project.original.appending(path: ".ci/figures"), encoding: .utf8),
        to: "figures")
      try project.program(".ci/prepare", "")
      try project.program(".ci/figures", "exec sh figures \"$@\"")
      try project.program(".ci/nginx", "exec \"$@\"")
      try project.program(".ci/team-figures", "")
      for name in ["Session", "Size", "Process", "Storage", "Network", "Catalogue"] {
        try project.program(".build/bench/release/\(name)Figures", "echo \"\(name) 1.0 times\"")
      }
      try body(project)
    }
  }

  @Test("The bench fails if a ratio is missed, except with GOALS=0")
  func missed() throws {
    try withBench { project in
      let line = "a journey 2.0 times MISSED"
      try project.program(".build/bench/release/SizeFigures", "echo '\(line)'")
      let (status, messages) = try run("make bench", in: project)
      #expect(status != 0 && messages.contains("Missed ratios:\n\(line)\n"), "\(messages)")
      #expect(try run("make bench GOALS=0", in: project).0 == 0)
    }
  }

  @Test(
    "A figure counts as missed if each of its runs has missed it; others are not repeated",
    arguments: [
      ["2.0 MISSED", "1.9 MISSED", "1.8 MISSED"], ["nan MISSED", "5.00 MISSED", "-inf MISSED"],
      ["2.0 MISSED", "1.6 OVER"],
    ])
  func again(values: [String]) throws {
    try withTools { project in
      try project.write(values.joined(separator: "\n") + "\n", to: "values")
      try project.program(
        "measure",
        """
        echo >> runs
        sed -n "$(wc -l < runs)s/ / times C (goal at most 1.5) /p" values | sed 's/^/10 KB: time: /'
        echo '10 KB: memory: 1.0 times C (goal at most 1.5)'
        """)
      let script = Project.original.appending(path: ".ci/figures").path
      let (status, output) = try run("TIMES=3 sh '\(script)' missed ./measure >&2", in: project)
      let lines = values.map {
        "10 KB: time: " + $0.replacing(" ", with: " times C (goal at most 1.5) ")
      }
      let memory = "10 KB: memory: 1.0 times C (goal at most 1.5)"
      let again = lines.dropFirst().map { "again: \($0)" }
      #expect(status == 0)
      #expect(output == ([lines[0], memory] + again).map { "\($0)\n" }.joined())
      #expect((try? project.text("missed")) == (values.count == 3 ? "\(lines[2])\n" : nil))
    }
  }

  @Test("The bench fails if a program fails, also with GOALS=0")
  func failed() throws {
    try withBench { project in
      try project.program(".build/bench/release/SizeFigures", "echo 'no figure' >&2; exit 70")
      for goals in ["", "GOALS=0"] {
        let (status, messages) = try run("make bench \(goals)", in: project)
        #expect(status != 0 && messages.contains("no figure\n"), "\(messages)")
      }
    }
  }
}
