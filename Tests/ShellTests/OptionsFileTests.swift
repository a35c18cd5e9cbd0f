import Foundation
import TestKit
import Testing

@testable import Shell

@Suite("Options that somebody always wants")
@MainActor struct OptionsFileTests {
  private let folder: TemporaryFolder
  private var environment: [String: String] { ["XDG_CONFIG_HOME": folder.path] }

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder.file("Toy"), withIntermediateDirectories: true)
  }

  private func write(_ text: String) throws {
    try Data(text.utf8).write(to: URL(filePath: folder.file("Toy/options")))
  }

  private var read: [String] {
    get throws { try OptionsFile(program: "Toy", environment: environment).words() }
  }

  @Test("are read from the folder for settings, with remarks left out")
  func words() throws {
    #expect(try read == [])
    try write("# how I like it\n\n--color never\n  --width=60   --json\r\n")
    #expect(try read == ["--color", "never", "--width=60", "--json"])
  }

  @Test("are looked for in the home folder where nothing else is said")
  func home() throws {
    try FileManager.default.createDirectory(
      atPath: folder.file(".config/Toy"), withIntermediateDirectories: true)
    try Data("--json".utf8).write(to: URL(filePath: folder.file(".config/Toy/options")))
    for settings in [nil, "relative", ""] {
      var environment = ["HOME": folder.path]
      environment["XDG_CONFIG_HOME"] = settings
      #expect(try OptionsFile(program: "Toy", environment: environment).words() == ["--json"])
    }
    #expect(try OptionsFile(program: "Toy", environment: [:]).words() == [])
  }

  @Test("are refused, with the line, when they are something else")
  func refused() throws {
    try write("--json\nreplay\n")
    let error = #expect(throws: OptionsFile.Problem.self) { try read }
    #expect(error?.description.contains("line 2") == true)
    try write(String(repeating: "#", count: OptionsFile.maximumSize + 1))
    #expect(throws: OptionsFile.Problem.self) { try read }
    try Data([0xFF]).write(to: URL(filePath: folder.file("Toy/options")))
    #expect(throws: OptionsFile.Problem.self) { try read }
  }
}
