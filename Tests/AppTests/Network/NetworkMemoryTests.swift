// Needs: Books, Onboarding

import Catalogue
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The memory of a catalogue on the network", .timeLimit(.minutes(20)))
struct NetworkMemoryTests {
  /// Answers that are much larger than they should be, or look smaller than they are.
  private static let faults: [Misbehaviour] = [
    .coding(.bomb), .coding(.endlessGzip), .framing(.endlessBody), .framing(.endlessChunks),
    .head(.longField), .head(.longHeader), .head(.manyFields), .head(.endlessFields),
    .content(.deepArrays), .content(.deepObjects), .content(.longString), .content(.manyBooks),
  ]

  @Test("No answer of a server lets the program take 100 MB")
  func program() async throws {
    let disk = try await Disk()
    let library = FaultyServer()
    try await withServer(library.reply) { server in
      let program = Program(arguments: [
        "--data-dir", disk.path, "--json", "--keep-going", "--catalog-url",
        server.url().absoluteString, "--contact", "reader@example.org",
      ])
      let window = try await ProgramWindow(program)
      try await window.type("skip-all\ntab search\n", until: "\"title\":\"Search\"")
      for (number, fault) in Self.faults.enumerated() {
        library.fault = { _ in .misbehaving(fault) }
        let before = server.requests.count
        try await window.type("search zzz \(number)\n", until: "“zzz \(number)”")
        #expect(server.requests.count > before, "\(fault)")
        let peak = try Self.peakMemory(await window.identifier)
        #expect((1..<100).contains(peak), "\(fault): \(peak) MB")
      }
      await window.kill()
    }
  }

  @Test("64 endless answers at once take less than 60 MB more than none")
  func many() async throws {
    await #expect(processExitsWith: .success) {
      try await withServer { _ in
        .misbehaving(.framing(.endlessBody))
      } run: { server in
        let catalogue = await NetworkedApp.catalogue(server.url())
        // The books of this machine are there before.
        _ = try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 1)
        let least = try NetworkMemoryTests.peakMemory(getpid())
        await withTaskGroup { group in
          for number in 1...64 {
            group.addTask {
              let query = BookQuery(words: "dune", fromYear: -number)
              _ = try? await catalogue.search(query, offset: 0, limit: 1)
            }
          }
        }
        let most = try NetworkMemoryTests.peakMemory(getpid())
        guard server.requests.count == 65, least > 0, most - least < 60 else {
          print("\(server.requests.count) requests, \(least) MB before, \(most) MB after")
          exit(1)
        }
      }
    }
  }

  /// The most memory that a process had so far, in megabytes (proc(5), VmHWM).
  static func peakMemory(_ process: Int32) throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    return (line?.split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0) / 1024
  }
}
