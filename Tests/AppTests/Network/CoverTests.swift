import AppComposition
import Core
import Foundation
import TestKit
import Testing

@Suite("Covers from a server", .timeLimit(.minutes(5)))
@MainActor struct CoverTests {
  private static let address = "https://covers.openlibrary.org/b/id/1001-M.jpg?default=false"
  private let disk: Disk
  private let library: OpenLibraryServer

  init() throws {
    disk = try Disk()
    library = try OpenLibraryServer()
  }

  private func covers(_ requests: [ServerRequest]) -> Int {
    requests.count { $0.path.hasPrefix("/b/") }
  }

  @Test("a cover comes from the chosen server, and the second time from the cache")
  func cached() async throws {
    try await withServer(library.reply) { server in
      let online = try await OnlineWorld(disk, server)
      let app = await online.window(disk)
      for _ in 0..<2 {
        #expect(await online.world.cover(at: Self.address) == CoverSample.jpeg)
      }
      #expect(covers(server.requests) == 1)
      await disk.end(app)
      online.world.close()
    }
  }

  @Test("while the catalogue is the one on this machine, no server is asked for a cover")
  func embedded() async throws {
    try await withServer(library.reply) { server in
      let online = try await OnlineWorld(disk)
      let app = await online.window(disk)
      #expect(!online.world.hasCovers)
      #expect(await online.world.cover(at: Self.address) == nil)
      #expect(server.requests.isEmpty)
      await disk.end(app)
      online.world.close()
    }
  }

  @Test("a server that misbehaves gives no cover or a whole one, and none is kept that is none")
  func misbehaves() async throws {
    for fault in Misbehaviour.allCases where fault.outcome != .timeout {
      try await withServer({ request in
        request.path.hasPrefix("/b/")
          ? .misbehaving(fault, pace: .interval(.milliseconds(1))) : library.reply(to: request)
      }) { server in
        let online = try await OnlineWorld(disk, server)
        let app = await online.window(disk)
        let cover = await online.world.cover(at: Self.address)
        #expect(cover == nil || cover == CoverSample.jpeg, "\(fault)")
        await disk.end(app)
        online.world.close()
      }
    }
  }
}
