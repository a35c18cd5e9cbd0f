import Foundation
import Testing

/// What targets of the Makefile build and write.
extension ToolsTests {
  @Test(
    "make install builds the program first, but neither as root nor if another one is installed",
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

  @Test("make refresh writes the table of widths also where nothing was built")
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
}
