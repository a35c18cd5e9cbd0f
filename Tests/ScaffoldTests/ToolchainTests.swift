import Testing

@testable import Scaffold

@Suite("The compiler") struct ToolchainTests {
  @Test("The compiler distinguishes types that every file can import from other names")
  func types() {
    let known = Toolchain.types(among: ["Data", "Mutex", "Xylographs"], compiler: "swiftc") {
      Issue.record("\($0)")
    }
    #expect(known == ["Data", "Mutex"])
  }

  @Test("A failing compiler finds no types, and its messages are reported")
  func failure() {
    var reported: [String] = []
    let known = Toolchain.types(among: ["Loans"], compiler: "echo broken; false") {
      reported.append($0)
    }
    #expect(known == [])
    #expect(reported == ["broken\n"])
  }

  @Test(
    "A command's status is the one that the shell has, even if a signal ended it",
    arguments: [("true", 0), ("exit 3", 3), ("kill -KILL $$", 137)])
  func status(command: String, expected: Int32) {
    #expect(CommandOutput(of: command)?.status == expected)
  }
}
