// Needs: all

import Foundation
import TestKit
import Testing

extension RealServers {
  @Suite("A reader with a catalogue over TLS", .timeLimit(.minutes(60)))
  struct ReaderTests {
    private let folder: TemporaryFolder

    init() throws {
      folder = try TemporaryFolder()
    }

    /// nginx in front of a server that answers like Open Library.
    ///
    /// - Parameter more: further lines of the block `server`.
    private func withCatalogue(
      _ more: String = "", _ body: (Nginx) async throws -> Void
    ) async throws {
      let library = try OpenLibraryServer()
      try await withServer(library.reply) { server in
        let servers = """
          server {
            listen 127.0.0.1:@tls@ ssl http2;
            ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
            gzip on; gzip_types application/json; gzip_proxied any; gzip_min_length 1;
            \(more)
            location / { proxy_pass http://127.0.0.1:\(server.port); proxy_http_version 1.1; }
          }
          """
        try await withNginx(servers, run: body)
      }
    }

    private func window(_ nginx: Nginx) throws -> AppWindow {
      try AppWindow([
        "--data-dir", folder.file("data"), "--now", "2026-11-20", "--catalog", "openlibrary",
        "--catalog-url", nginx.url("", at: "tls").absoluteString, "--contact",
        "reader@example.org",
      ])
    }

    /// Searches until the server answers: while it is away, it has a second for each search.
    private func searchAgain(_ app: AppWindow) async throws -> String {
      var back = ""
      for _ in 1...20 where !back.contains("A hobbit leaves home") {
        back = try await app.type(["search hobbit", "1", "back"])
      }
      return back
    }

    /// The lines that were typed in a recorded session, except those that only ask where the reader is.
    private static func typed(_ name: String) throws -> [String] {
      let file = RealServers.project.appending(path: "Fixtures/sessions/\(name)")
      return try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
        .filter { !$0.hasPrefix("#") && $0 != "where" }
    }

    @Test(
      "A first day is cut off from the server in its middle, goes on, and finds the server again")
    func firstDay() async throws {
      let lines = try Self.typed("first-day.txt")
      let middle = try #require(lines.firstIndex(of: "search emma"))
      try await withCatalogue { nginx in
        let app = try window(nginx)
        let name = "localhost:\(nginx.port("tls"))"
        let looked = ["search letters", "1", "back"]
        let before = try await app.type(Array(lines[..<middle]) + looked)
        #expect(before.contains("A family is given the desert where the spice is found."))
        #expect(before.contains("Collected Letters, Volume 1"))
        #expect(!before.contains("can't be reached"))
        await nginx.stop()
        let away = try await app.type(Array(lines[middle...]))
        #expect(away.contains("\(name) can't be reached."))
        #expect(away.contains("books come from the catalogue on this machine"))
        #expect(away.contains("For the winter."))
        // Only the server has these.
        let seen = try await app.type(["tab search"] + looked)
        #expect(seen.contains("This is from a moment ago: the catalogue does not answer."))
        #expect(seen.contains("By A. Letter Writer, first published 1901, in English, 201 pages"))
        // What comes from the cache is no sign of the server.
        #expect(!(away + seen).contains("answers again"))
        try await nginx.start()
        let back = try await searchAgain(app)
        #expect(back.contains("A hobbit leaves home and comes back with a ring."))
        let end = try await app.end()
        #expect(end.status == 0, "\(end.messages)")
        #expect(end.messages.contains("\(name) answers again."))
        let log = try await nginx.log()
        #expect(log.allSatisfy { $0.version == "HTTP/2.0" })
        #expect(log.allSatisfy { $0.agent.hasSuffix(" (reader@example.org)") })
        #expect(log.contains { $0.target.contains("q=hobbit") })
        #expect(!log.contains { $0.target.contains("q=emma") })
      }
    }

    @Test(
      "An answer that is a gzip bomb costs little memory, and the reader goes on with other books",
      arguments: ["gzip off;", ""])
    func bomb(_ compression: String) async throws {
      let bomb = """
        location /search.json {
          \(compression) alias @files@/bomb; default_type application/json;
          add_header Content-Encoding gzip;
        }
        """
      try await withCatalogue(bomb) { nginx in
        try nginx.write(Gzip.ofZeros(1 << 30), to: "bomb")
        let app = try window(nginx)
        let said = try await app.type(["skip-all", "tab search", "search dune", "1"])
        #expect(said.contains("books come from the catalogue on this machine"))
        #expect(said.contains("Frank Herbert"))
        #expect(try app.peakMemory() < 100)
        let end = try await app.end()
        #expect(end.status == 0, "\(end.messages)")
        let log = try await nginx.log("/search.json")
        #expect(log.count == 1 && log.allSatisfy { $0.status == "200" })
      }
    }

    @Test(
      "A server whose certificate is no longer valid is not asked; the reader sees why and continues",
      arguments: [
        ("expired", "its certificate has expired, or is not valid yet"),
        ("elsewhere", "its certificate is that of another server"),
        ("selfsigned", "this machine does not trust the authority that signed its certificate"),
        ("unknown", "this machine does not trust the authority that signed its certificate"),
      ])
    func untrusted(_ certificate: String, _ reason: String) async throws {
      try await withCatalogue { nginx in
        let app = try window(nginx)
        let name = "localhost:\(nginx.port("tls"))"
        let looked = ["search letters", "1", "back"]
        let before = try await app.type(["skip-all", "tab search"] + looked)
        #expect(before.contains("Collected Letters, Volume 1"))
        #expect(!before.contains("\(name) can't"))
        let asked = try await nginx.log().count
        await nginx.stop()
        try nginx.replace("/good.", with: "/\(certificate).")
        try await nginx.start()
        let start = ContinuousClock.now
        let connections = try await nginx.connections()
        let new = try await app.type(["search dune"])
        let tries = try await nginx.connections() - connections - 1
        // The app also asks by itself every five seconds.
        let most = 4 + Int(start.duration(to: .now) / .seconds(5))
        #expect(tries >= 1 && tries <= most, "\(tries)")
        #expect(new.contains("\(name) can't be reached securely, because \(reason)"))
        let local = try await app.type(["1", "back"])
        #expect(local.contains("Frank Herbert"))
        // Only the server has these.
        let seen = try await app.type(looked)
        #expect(seen.contains("This is from a moment ago: the catalogue does not answer."))
        #expect(seen.contains("By A. Letter Writer, first published 1901, in English, 201 pages"))
        #expect(try app.peakMemory() < 100)
        #expect(try await nginx.log().count == asked)
        await nginx.stop()
        try nginx.replace("/\(certificate).", with: "/good.")
        try await nginx.start()
        let back = try await searchAgain(app)
        #expect(back.contains("A hobbit leaves home and comes back with a ring."))
        let end = try await app.end()
        #expect(end.status == 0, "\(end.messages)")
        #expect(end.messages.contains("\(name) answers again."))
      }
    }
  }
}
