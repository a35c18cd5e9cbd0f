// Needs: Books, Onboarding

import AppComposition
import Core
import Foundation
import HTTP
import Synchronization
import TestKit
import Testing

@Suite("Covers from a server", .timeLimit(.minutes(60)))
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

  @Test("A cover comes from the chosen server, and the second time from the cache")
  func cached() async throws {
    try await withOnlineApp(disk, library.reply) { _, online, server in
      for _ in 0..<2 {
        #expect(await online.world.cover(at: Self.address) == CoverSample.jpeg)
      }
      #expect(covers(server.requests) == 1)
    }
  }

  @Test("With the catalogue on this machine, the app asks no server for a cover")
  func embedded() async throws {
    try await withOnlineApp(disk, isChosen: false, library.reply) { _, online, server in
      #expect(online.world.coverOrigin == nil)
      #expect(await online.world.cover(at: Self.address) == nil)
      #expect(server.requests.isEmpty)
    }
  }

  @Test("A page or an error in the place of a cover is not stored, even if it may be for a year")
  func portal() async throws {
    let fault = Mutex<Int?>(nil)
    try await withOnlineApp(disk) { [library] request in
      let isPage = request.path == "/sign-in"
      guard let status = fault.withLock(\.self), isPage || request.path.hasPrefix("/b/") else {
        var reply = library.reply(to: request)
        // It is stored, and has to be asked for again.
        if request.path.hasPrefix("/b/") { reply.fields[.cacheControl] = "max-age=0" }
        return reply
      }
      return ServerReply(
        status: isPage ? .ok : .init(code: status),
        fields: [
          .location: "/sign-in", .contentType: "text/html", .eTag: "\"portal\"",
          .cacheControl: "public, max-age=31536000, immutable",
        ], body: "<html>")
    } run: { _, online, _ in
      let statuses = [200, 301, 302, 303, 307, 308, 400, 403, 404, 410, 414, 500, 501, 503]
      for (index, status) in statuses.enumerated() {
        let address = Self.address.replacing("1001", with: "\(1101 + index)")
        fault.withLock { $0 = status }
        #expect(await online.world.cover(at: address) == nil, "\(status)")
        fault.withLock { $0 = nil }
        #expect(await online.world.cover(at: address) == CoverSample.jpeg, "\(status)")
        fault.withLock { $0 = status }
        let isGone = [404, 410].contains(status)
        #expect(
          await online.world.cover(at: address) == (isGone ? nil : CoverSample.jpeg), "\(status)")
      }
    }
  }

  @Test("A server that misbehaves gives no cover, and a later cover still arrives")
  func misbehaves() async throws {
    // After a refusal the server is left alone for a while.
    let faults = Misbehaviour.allCases.filter { fault in
      if case .retry = fault { false } else { FaultMessage(fault) != .late }
    }
    try await withOnlineApp(disk) { [library] request in
      let number = request.path.split(separator: "/").last.flatMap { Int($0.prefix { $0 != "-" }) }
      guard request.path.hasPrefix("/b/"), let number, faults.indices.contains(number - 1) else {
        return library.reply(to: request)
      }
      return .misbehaving(faults[number - 1], pace: .interval(.milliseconds(1)))
    } run: { _, online, _ in
      for (index, fault) in faults.enumerated() {
        let address = Self.address.replacing("1001", with: "\(index + 1)")
        #expect(await online.world.cover(at: address) == nil, "\(fault)")
      }
      #expect(await online.world.cover(at: Self.address) == CoverSample.jpeg)
    }
  }
}
