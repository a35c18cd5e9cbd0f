import Foundation
import Testing

/// What targets of the Makefile build and write.
extension ToolsTests {
  @Test(
    "Running make install builds the program first, except as root or for another program",
    arguments: [(1000, "", true), (0, "", false), (1000, "PROGRAM=./other", false)])
  func install(user: Int, setting: String, isBuilt: Bool) throws {
    try withTools { project in
      try project.program("bin/id", "echo \(user)")
      try project.program("other", "")
      try project.program(".build/release/BooksApp", "")
      try project.program(".ci/install", "")
      let path = ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin"
      let (status, messages) = try run(
        "make install \(setting)", in: project, ["PATH": "\(project.root.path)/bin:\(path)"])
      #expect(status == 0, "\(messages)")
      let built = try? project.text("formatted")
      #expect(built?.contains("build -c release") == (isBuilt ? true : nil))
    }
  }

  @Test("The first make test says that the build takes minutes, and a later one does not")
  func firstTests() throws {
    try withTools { project in
      try project.program(".ci/tests", "mkdir -p .build/tests")
      for isFirst in [true, false] {
        let (status, messages) = try run("make test", in: project)
        #expect(status == 0, "\(messages)")
        #expect(messages.contains("the first time takes several minutes.\n") == isFirst)
      }
    }
  }

  @Test("Only FORCE=1 behind make forces a removal, also a dry one; another value stops make")
  func force() throws {
    try withTools { project in
      let remove = "make remove-feature NAME=Shop SCAFFOLD=./scaffold"
      for (options, called) in [
        ("FORCE=1", "--force"), ("FORCE=", ""), ("FORCE=1 DRY_RUN=1", "--dry-run --force"),
      ] {
        let (status, messages) = try run("\(remove) \(options)", in: project)
        #expect(status == 0, "\(messages)")
        let words = ["remove", called, "Shop"].filter { !$0.isEmpty }.joined(separator: " ")
        #expect(try project.text("called") == "\(words)\n")
      }
      #expect(try run(remove, in: project, ["FORCE": "1"]).status == 0)
      #expect(try project.text("called") == "remove Shop\n")
      try FileManager().removeItem(at: project.root.appending(path: "called"))
      for value in ["0", "no", "1 2"] {
        let (status, messages) = try run("\(remove) FORCE='\(value)'", in: project)
        #expect(status == 2 && messages.contains("FORCE is 1, or nothing"), "\(messages)")
        #expect(!FileManager().fileExists(atPath: project.root.appending(path: "called").path))
      }
    }
  }

  @Test("Running make refresh writes the table of widths, even if nothing was built")
  func widths() throws {
    try withTools { project in
      let table = "Modules/Shell/Text/EastAsianWidthTable.swift"
      try project.write("", to: table)
      for name in ["embed", "maps", "sessions"] { try project.program(".ci/\(name)", "") }
      try project.program(".ci/widths", "echo \"$1\"")
      let (status, messages) = try run("make refresh EAST_ASIAN_WIDTH=widths.txt", in: project)
      #expect(status == 0, "\(messages)")
      #expect(try project.text(table) == "widths.txt\n")
    }
  }

  @Test("A feature is listed by the Makefile and the scripts also with a comment behind it")
  func commentedFeature() throws {
    try withTools { project in
      let list = "let features = [\n  \"Shop\",  // \"Ours\".\n  \"Zoos\"\n]\n"
      try project.write(list, to: "Package.swift")
      try project.write("include Makefile\nshown: ; @echo $(APP_FEATURES) >&2\n", to: "shown.mk")
      let scripts = Project.original.appending(path: ".ci").path
      for command in [
        "make -f shown.mk shown",
        "eval \"$(sed -n '/^features() /p' '\(scripts)/temporary-git')\" && features . >&2",
      ] {
        let output = try run(command, in: project).messages
        // The Makefile also says that it misses folders.
        let features = output.split { $0.isWhitespace }.suffix(2)
        #expect(features == ["Shop", "Zoos"], "\(command): \(output)")
      }
    }
  }

  @Test("An update is made by the template's scaffold, whatever SCAFFOLD is in the environment")
  func scaffoldVariable() throws {
    try withTools { project in
      try project.program(".ci/update-from-template", "echo \"[${SCAFFOLD:-}]\" >&2")
      let (_, output) = try run(
        "make update-from-template TEMPLATE=a", in: project, ["SCAFFOLD": "/other"])
      #expect(output.hasSuffix("[]\n"), "\(output)")
    }
  }
}
