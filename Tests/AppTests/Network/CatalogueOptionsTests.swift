// Needs: Books, Onboarding

import Foundation
import TestKit
import Testing

/// The app as a process with a file of default options, and a server on loopback.
@Suite("The options that choose a catalogue", .timeLimit(.minutes(60)))
@MainActor struct CatalogueOptionsTests {
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  @Test(
    "The last of them counts, and the command line comes after the file of default options",
    arguments: [
      (["--catalog-url"], [], true), (["--catalog-url"], ["--catalog", "embedded"], false),
      (["--catalog-url"], ["--catalog=embedded"], false),
      (["--catalog", "embedded"], ["--catalog-url"], true),
      ([], ["--catalog-url", "--catalog", "embedded"], false),
    ] as [([String], [String], Bool)])
  func last(file: [String], line: [String], isAsked: Bool) async throws {
    try await withServer(library.reply) { server in
      // Each address is that of the server.
      func words(_ options: [String]) -> [String] {
        options.map { $0 == "--catalog-url" ? "\($0)=\(server.url().absoluteString)" : $0 }
      }
      let folder = "\(disk.path)/settings/BooksApp"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try Data(words(file).joined(separator: " ").utf8)
        .write(to: URL(filePath: "\(folder)/options"))
      var program = Program(arguments: ["--data-dir", "\(disk.path)/data"] + words(line))
      program.environment["XDG_CONFIG_HOME"] = "\(disk.path)/settings"
      let run = try await program.run("skip-all\nsearch hobbit\n")
      #expect(run.status == 0, "\(run.messages)")
      #expect((server.traffic.connections > 0) == isAsked)
    }
  }

  @Test("With --ephemeral no answer of a server is stored")
  func ephemeral() async throws {
    try await withServer(library.reply) { server in
      let folder = "\(disk.path)/home"
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      var program = Program(
        arguments: ["--ephemeral", "--catalog-url", server.url().absoluteString])
      // All folders that a program could write to by itself, including the current folder.
      program.wrapper = ["/usr/bin/env", "-C", folder]
      program.environment["HOME"] = folder
      program.environment["TMPDIR"] = "\(folder)/TMPDIR"
      let run = try await program.run("skip-all\nsearch hobbit\n")
      #expect(run.status == 0, "\(run.messages)")
      #expect(server.traffic.connections > 0)
      #expect(try FileManager.default.subpathsOfDirectory(atPath: disk.path) == ["home"])
    }
  }
}
