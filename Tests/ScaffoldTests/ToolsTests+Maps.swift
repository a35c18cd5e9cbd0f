import Foundation
import Testing

@testable import Scaffold

/// `.ci/maps`, with a stand-in for the app.
extension ToolsTests {
  private static let maps = Project.original.appending(path: ".ci/maps").path

  @Test("A screen that some maps lack has a row in the table all the same, with nil for them")
  func missingScreen() throws {
    try withTools { project in
      try project.program(
        "crawled",
        """
        echo 'flowchart LR'
        echo '  Home["Home<br/>0 steps"]'
        echo '  List_Book_["List#lt;Book#gt;<br/>3 steps"]'
        echo '  Home -->|open| List_Book_'
        case $4 in
          compact) echo '  Small["Small<br/>1 step"]' ;;
          wide) echo '  Large["Large<br/>2 steps"]' ;;
        esac
        """)
      try FileManager().createDirectory(
        at: project.root.appending(path: "App/Terminal"), withIntermediateDirectories: true)
      let (status, messages) = try run("'\(Self.maps)' ./crawled", in: project)
      #expect(status == 0, "\(messages)")
      let table = try project.text("App/Terminal/KnownMap+Table.swift")
      var rows: [String: [String]] = [:]
      for match in table.matches(of: /\("([\w<>]+)", \[(.*)\]\),/) {
        rows[String(match.1)] = match.2.split(separator: ", ").map(String.init)
      }
      // One for each layout and variant: first those of the compact layout.
      let half = try #require(rows["Home"]).count / 2
      let (zero, one) = (Array(repeating: "0", count: half), Array(repeating: "1", count: half))
      let (two, none) = (Array(repeating: "2", count: half), Array(repeating: "nil", count: half))
      #expect(half > 0)
      let three = Array(repeating: "3", count: 2 * half)
      #expect(
        rows == [
          "Home": zero + zero, "List<Book>": three, "Small": one + none, "Large": none + two,
        ])
      #expect(table.contains("Transition(\"Home\", \"open\", \"List<Book>\", in:"))
    }
  }

  @Test("A crawl gives the maps a day again, which a removal of features takes")
  func day() throws {
    try withTools { project in
      try project.program("crawled", "echo 'flowchart LR'; echo '  Home[\"Home<br/>0 steps\"]'")
      let path = "App/Terminal/KnownMap+Table.swift"
      try project.write("", to: path)
      #expect(try run("'\(Self.maps)' ./crawled", in: project).status == 0)
      let table = try project.text(path)
      try project.write(table.replacing(/let day = ".+"/, with: "let day = \"\""), to: path)
      #expect(try run("'\(Self.maps)' ./crawled", in: project).status == 0)
      #expect(try project.text(path).contains(/let day = "\d{4}-\d\d-\d\d"/))
    }
  }

  @Test(
    "The maps are crawled again after a change of the app, and not after one that no map can show",
    arguments: [
      ("App/Main/Main.swift", "run()", true),
      ("Modules/Core/Core/Core.swift", "let text = 2", true),
      ("Modules/Core/Core/Added.swift", "let added = 1", true),
      ("Package.swift", "let package = 2", true),
      ("Docs/map.mmd", "flowchart TD", true),
      ("Modules/Core/Core/Core.swift", "// New.\nlet text = 1\n  /// Another.", false),
      ("Modules/Core/TestKit/Harness.swift", "let harness = 2", false),
      ("Modules/Core/Walks/Walk.swift", "let walk = 2", false),
      ("Modules/Scaffold/Scaffold.swift", "let scaffold = 2", false),
      ("App/Scaffold/Scaffold.swift", "let command = 2", false),
      ("Tests/CoreTests/CoreTests.swift", "let test = 2", false),
    ])
  func incremental(path: String, text: String, isCrawled: Bool) throws {
    try withTools { project in
      try project.program(
        "crawled", "echo >> crawls; echo 'flowchart LR'; echo '  Home[\"Home<br/>0 steps\"]'")
      try project.write("", to: "App/Terminal/KnownMap+Table.swift")
      try project.write("// A comment.\nlet text = 1\n", to: "Modules/Core/Core/Core.swift")
      #expect(try run("'\(Self.maps)' ./crawled && rm crawls", in: project).status == 0)
      try project.write("\(text)\n", to: path)
      #expect(try run("'\(Self.maps)' ./crawled", in: project).status == 0)
      let crawls = project.root.appending(path: "crawls").path
      #expect(FileManager().fileExists(atPath: crawls) == isCrawled)
    }
  }

  @Test("No map and no recorded session has options of the user")
  func options() throws {
    try withTools { project in
      try project.program(
        "crawled",
        """
        echo "$HOME $XDG_CONFIG_HOME" >> seen
        for last; do :; done
        case $1 in map) echo 'flowchart LR' ;; *) touch "$last" ;; esac
        """)
      try project.write("", to: "App/Terminal/KnownMap+Table.swift")
      try project.write("#! --quiet\nquit\n", to: "Fixtures/sessions/short.txt")
      let home = project.root.appending(path: "home").path
      for name in ["maps", "sessions"] {
        let script = Project.original.appending(path: ".ci/\(name)").path
        let (status, messages) = try run(
          "'\(script)' ./crawled", in: project, ["XDG_CONFIG_HOME": home])
        #expect(status == 0, "\(messages)")
      }
      let seen = try project.text("seen").split(whereSeparator: \.isWhitespace).map(String.init)
      #expect(seen.count > 4 && !seen.contains(home), "\(seen)")
    }
  }

  @Test("A program is crawled, whatever maps are in the environment; without one these are taken")
  func givenMaps() throws {
    try withTools { project in
      try project.program("crawled", "echo 'flowchart LR'; echo '  Home[\"Home<br/>0 steps\"]'")
      try project.write("", to: "App/Terminal/KnownMap+Table.swift")
      let prepared = try run(
        "'\(Self.maps)' ./crawled && cp -R Docs/maps given && cp Docs/map.mmd given/compact.mmd",
        in: project)
      #expect(prepared.status == 0, "\(prepared.messages)")
      try project.write("flowchart LR\n  Given[\"Given<br/>0 steps\"]\n", to: "given/compact.mmd")
      for (program, name) in [("", "Given"), ("./crawled", "Home")] {
        let (status, messages) = try run(
          "rm .build/maps.sources && '\(Self.maps)' \(program)", in: project, ["MAPS": "given"])
        #expect(status == 0, "\(messages)")
        #expect(try project.text("Docs/map.mmd").contains("\(name)[\"\(name)<br/>"))
      }
    }
  }

  @Test("Ctrl-C ends the crawls, and deletes their folder")
  func interruptedCrawls() throws {
    try withTools { project in
      // The end of a crawl that goes on is waited for: it has the pipe of the messages.
      try project.program(
        "crawled", "mkdir begun 2> /dev/null && echo > started; sleep 300; touch survived")
      // A job of bash is a process group, as a typed command is.
      let job = #"set -m; "$0" ./crawled & read -r line < started; kill -INT -- -$!; wait $!"#
      let (status, messages) = try run(
        "mkfifo started && mkdir tmp && TMPDIR=$PWD/tmp bash -c '\(job)' '\(Self.maps)'",
        in: project)
      #expect(status == 130, "\(messages)")
      let folder = project.root.appending(path: "tmp").path
      #expect(try FileManager().contentsOfDirectory(atPath: folder) == [])
      #expect(!FileManager().fileExists(atPath: project.root.appending(path: "survived").path))
    }
  }
}
