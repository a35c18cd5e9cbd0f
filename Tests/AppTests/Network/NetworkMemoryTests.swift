// Needs: Books, Onboarding

import Catalogue
import Foundation
import HTTP
import Services
import TestKit
import Testing

@testable import AppComposition

@Suite("The memory of a catalogue on the network", .timeLimit(.minutes(60)))
struct NetworkMemoryTests {
  /// Answers that never end, are much larger than they should be, or look smaller than they are; in a nightly run
  /// all faults. Last those that take their time, after one that is no answer.
  private static let faults: [Misbehaviour] = {
    let large: [Misbehaviour] = [
      .statusLine(.longReason), .statusLine(.manyInterim), .head(.longName), .head(.manyCookies),
      .redirect(.growing), .redirect(.longLocation), .content(.deepArrays), .content(.deepObjects),
      .content(.openArrays), .content(.longNumber), .content(.longString), .content(.manyBooks),
      .content(.tinyValues), .content(.manyNests),
    ]
    let others = Misbehaviour.allCases.filter { fault in
      // After a refusal the server is left alone for a while.
      if case .retry = fault { return false }
      return fault.outcome == .limit || Nightly.isRunning && FaultMessage(fault) != .late
    }
    let all = large.filter { !others.contains($0) } + others
    return all.filter { FaultMessage($0) != .late } + all.filter { FaultMessage($0) == .late }
  }()

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
        // A server that has just answered has all its time, and one that is away has a second.
        if FaultMessage(fault) != .late {
          library.fault = nil
          try await window.type("search well \(number)\n", until: "“well \(number)”")
        }
        library.fault = { _ in .misbehaving(fault) }
        let before = server.requests.count
        // The program does not wait long for a server that was away, and a busy machine may be slower.
        for _ in 1...20 where server.requests.count == before {
          try await window.type("search zzz \(number)\n", until: "“zzz \(number)”")
        }
        #expect(server.requests.count > before, "\(fault)")
        let peak = try Program.peakMemory(of: await window.identifier)
        #expect((1..<100).contains(peak), "\(fault): \(peak) MB")
      }
      await window.kill()
    }
  }

  @Test("64 endless answers at once take less than 60 MB more than none")
  func many() async throws {
    await #expect(processExitsWith: .success) {
      try #require(NetworkMemoryTests.givesMemoryBack())
      try await withServer { _ in
        .misbehaving(.framing(.endlessBody))
      } run: { server in
        let catalogue = try await OnlineCatalogue(nil, server.url()).catalogue
        // The books of this machine are there before.
        _ = try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 1)
        let least = try Program.peakMemory(of: getpid())
        await withTaskGroup { group in
          for number in 1...64 {
            group.addTask {
              let query = BookQuery(words: "dune", fromYear: -number)
              _ = try? await catalogue.search(query, offset: 0, limit: 1)
            }
          }
        }
        let most = try Program.peakMemory(of: getpid())
        // The app may also ask on its own whether the server is back.
        #expect(server.requests.count >= 65)
        #expect(least > 0 && most - least < 60, "\(least) MB before, \(most) MB after")
      }
    }
  }

  /// Makes this process give large blocks back to the system when they are released. Otherwise the heap keeps
  /// them for later, and the most memory includes those, more on a busy machine (mallopt(3), M_MMAP_THRESHOLD).
  static func givesMemoryBack() -> Bool {
    let (threshold, size) = (Int32(-3), Int32(1 << 17))
    guard let symbol = dlsym(nil, "mallopt") else { return false }
    typealias Function = @convention(c) (Int32, Int32) -> Int32
    return unsafeBitCast(symbol, to: Function.self)(threshold, size) == 1
  }
}
