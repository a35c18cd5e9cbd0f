// Needs: Books

import Books
import Catalogue
import Foundation
import HTTP
import Services
import Synchronization
import TestKit
import Testing

@testable import AppComposition

@Suite("The limits of a catalogue on the network") @MainActor struct RemoteLimitsTests {
  /// When requests were sent.
  private final class Times: Sendable {
    private let dates = Mutex<[Date]>([])

    var all: [Date] { dates.withLock(\.self) }

    func add(_ date: Date) { dates.withLock { $0.append(date) } }
  }

  private let sending = Times()

  /// The clients over a server that notes the time of each request.
  private func makeClients() -> CatalogueClients {
    let clock = HastyClock()
    var options = AppOptions()
    options.networkClock = clock
    options.network = { [sending] in
      MemoryHTTPClient { request in
        sending.add(clock.now)
        return .json(Data("{}".utf8), from: request.url)
      }
    }
    return CatalogueClients(over: AppNetwork(options, .test()), options.limits)
  }

  @Test(
    "In any second the service gets one request without a contact, and three with one",
    arguments: [(nil, 1), ("reader@example.org", 3)] as [(String?, Int)])
  func rate(_ contact: String?, _ most: Int) async throws {
    let clients = makeClients()
    let server = try #require(URL(string: "https://books.example"))
    let client = clients.client(for: contact.map { .init(address: $0, server: server) }).patient
    let urls = (1...12).compactMap { URL(string: "https://books.example/\($0)") }
    for url in urls { _ = try await client.send(HTTPRequest(url: url)) }
    let sent = sending.all
    #expect(sent.count == 12)
    for start in sent {
      // Dates are binary fractions.
      let second = start..<start + 0.99
      #expect(sent.count { second.contains($0) } <= most)
    }
  }

  @Test("The contact goes to no server that the chosen one redirects to")
  func contact() async throws {
    let names = Mutex<[String: String]>([:])
    var options = AppOptions()
    options.networkClock = HastyClock()
    options.network = {
      MemoryHTTPClient { request in
        let host = request.url.host() ?? ""
        names.withLock { $0[host] = request.headerFields[.userAgent] }
        if host == "other.example" { return .json(Data("{}".utf8), from: request.url) }
        return HTTPAnswer(
          HTTPResponse(
            status: .found, headerFields: [.location: "https://other.example/works/OL1W.json"]),
          from: request.url)
      }
    }
    let clients = CatalogueClients(over: AppNetwork(options, .test()), options.limits)
    let server = try #require(URL(string: "https://books.example"))
    let contact = AppNetwork.Contact(address: "ada@example.org", server: server)
    for client in [clients.client(for: contact).patient, clients.covers(for: contact)] {
      names.withLock { $0 = [:] }
      _ = try await client.send(HTTPRequest(url: server.appending(path: "works/OL1W.json")))
      let seen = names.withLock(\.self)
      #expect(seen["books.example"]?.hasSuffix("(ada@example.org)") == true)
      #expect(seen["other.example"]?.isEmpty == false)
      #expect(seen["other.example"]?.contains("ada") == false)
    }
  }

  @Test("Covers have one limit, however often their catalogue is chosen")
  func covers() async throws {
    let clients = makeClients()
    let urls = (1...12).compactMap { URL(string: "https://covers.example/\($0)") }
    for url in urls { _ = try? await clients.covers(for: nil).send(HTTPRequest(url: url)) }
    let sent = sending.all
    #expect(sent.count == 12)
    // Four at once, and four in each second after that.
    let (first, last) = (try #require(sent.first), try #require(sent.last))
    #expect(last.timeIntervalSince(first) > 1.9)
  }

  @Test(
    "A cover that is still asked for ends when its catalogue is no longer chosen",
    .timeLimit(.minutes(60)))
  func closedCovers() async throws {
    let gate = Gate()
    var options = AppOptions()
    options.network = {
      MemoryHTTPClient { request in
        await gate.wait()
        return .json(Data("{}".utf8), from: request.url)
      }
    }
    let catalogues = Catalogues(
      options, .test(), over: AppNetwork(options, .test()), local: EmbeddedMemory.catalogue,
      files: nil, wrapping: { $0 }, onReturn: {})
    let server = try #require(URL(string: "https://books.example"))
    _ = catalogues.select(CatalogueChoice(.server(server)), for: .guest)
    async let cover = catalogues.cover(CoverReference(1))
    await gate.arrived()
    _ = catalogues.select(CatalogueChoice(), for: .guest)
    let file = try? await cover
    #expect(file == nil && catalogues.coverOrigin == nil)
  }

  @Test("A server that is chosen again after another catalogue answers again")
  func chosenAgain() async throws {
    var options = AppOptions()
    options.networkClock = HastyClock()
    options.network = {
      MemoryHTTPClient { request in
        let json = #"{"docs":[{"key":"/works/OL1W","title":"Of the server"}]}"#
        return .json(Data(json.utf8), from: request.url)
      }
    }
    let catalogues = Catalogues(
      options, .test(), over: AppNetwork(options, .test()), local: EmbeddedMemory.catalogue,
      files: nil, wrapping: { $0 }, onReturn: {})
    let url = try #require(URL(string: "https://books.example"))
    let server = CatalogueChoice(.server(url))
    var titles: [String?] = []
    for choice in [server, CatalogueChoice(), server] {
      let catalogue = catalogues.select(choice, for: .guest)
      let page = try await catalogue.search(BookQuery(words: "dune"), offset: 0, limit: 1)
      titles.append(page.items.first?.title)
    }
    #expect(titles == ["Of the server", "Dune", "Of the server"])
  }

  @Test("The first byte of an answer may take 20 seconds, and a silence within it 15")
  func times() {
    let options = RemoteLimits().options
    #expect(options.firstByteTimeout == .seconds(20) && options.idleTimeout == .seconds(15))
  }
}
