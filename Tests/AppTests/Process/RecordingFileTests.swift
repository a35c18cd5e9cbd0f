// Needs: Backups, Books, Onboarding

import Core
import Services
import Foundation
import TestKit
import Testing

/// The files of recordings of the built program.
@Suite("The file of a recording")
@MainActor struct RecordingFileTests {
  private let disk: Disk

  init() throws { disk = try Disk() }

  private func record(_ name: String, _ options: [String] = ["--ephemeral"]) async throws
    -> Program.Result
  {
    try await Program(arguments: options + ["--record", "\(disk.path)/\(name)"]).run("skip-all\n")
  }

  @Test("A failed start creates no recording and leaves no other file")
  func failedStart() async throws {
    let folder = "\(disk.path)/no-folder"
    try Data().write(to: URL(filePath: folder))
    let result = try await record("a.session", ["--data-dir", folder])
    #expect(result.status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["no-folder"])
  }

  @Test("A recording is written to the target of a link, and the link stays")
  func link() async throws {
    let link = "\(disk.path)/link.session"
    try Data().write(to: URL(filePath: "\(disk.path)/real.session"))
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "real.session")
    #expect(try await record("link.session").status == 0)
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: link) == "real.session")
    let text = try String(contentsOfFile: "\(disk.path)/real.session", encoding: .utf8)
    #expect(text.hasPrefix("#! "))
  }

  @Test("A recording is not written through a broken link")
  func deadLink() async throws {
    try FileManager.default.createSymbolicLink(
      atPath: "\(disk.path)/link.session", withDestinationPath: "nothing")
    #expect(try await record("link.session").status == 1)
    #expect(try FileManager.default.contentsOfDirectory(atPath: disk.path) == ["link.session"])
  }

  @Test(
    "A recording is readable by its owner alone, whatever the umask",
    arguments: ["000", "277", "777"])
  func mode(umask: String) async throws {
    let path = "\(disk.path)/a.session"
    var program = Program(arguments: ["--ephemeral", "--record", path])
    program.wrapper = ["/bin/sh", "-c", #"umask \#(umask) && exec "$0" "$@""#]
    #expect(try await program.run("skip-all\n").status == 0)
    let attributes = try FileManager.default.attributesOfItem(atPath: path)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test(
    "A recording can't have the name of one of the app's own files",
    arguments: [
      "library.sqlite-damaged", "library.sqlite-journal", "catalogue.sqlite", "booksapp.log",
      "library-damaged-1.sqlite", "booksapp.history",
    ])
  func ownNames(name: String) async throws {
    let result = try await record(name, ["--data-dir", "\(disk.path)/data"])
    #expect(result.status == 1)
    #expect(result.messages.contains("is one of the app's own files"), "\(result.messages)")
    #expect(!FileManager.default.fileExists(atPath: "\(disk.path)/\(name)"))
  }
}
