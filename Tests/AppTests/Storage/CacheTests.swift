// Needs: Books, Onboarding

import Core
import Services
import Foundation
import TestKit
import Testing

/// The cache has a file of its own.
@Suite("An app's cache")
@MainActor struct CacheTests {
  @Test("The next start creates a deleted cache again")
  func deleted() async throws {
    let disk = try Disk()
    let program = Program(arguments: ["--data-dir", disk.path])
    for words in ["skip-all\n", ""] {
      #expect(try await program.run("\(words)tab search\nsearch dune\n").status == 0)
      let cache = "\(disk.path)/embedded.sqlite"
      #expect(FileManager.default.fileExists(atPath: cache))
      try FileManager.default.removeItem(atPath: cache)
    }
  }

  @Test(
    "The app runs with a folder, a broken link or junk in the place of its cache",
    arguments: ["folder", "link", "junk"])
  func noCache(thing: String) async throws {
    let disk = try Disk()
    let cache = "\(disk.path)/embedded.sqlite"
    let files = FileManager.default
    switch thing {
    case "folder": try files.createDirectory(atPath: cache, withIntermediateDirectories: true)
    case "link": try files.createSymbolicLink(atPath: cache, withDestinationPath: "/nowhere")
    default: try Data(repeating: 0x2A, count: 5000).write(to: URL(filePath: cache))
    }
    let program = Program(arguments: ["--data-dir", disk.path])
    let shown = try await program.run("skip-all\ntab search\nsearch dune\n")
    #expect(shown.status == 0)
    #expect(shown.output.contains("The Woman in the Dunes"))
    #expect(!files.fileExists(atPath: "\(disk.path)/catalogue.sqlite"))
  }
}
