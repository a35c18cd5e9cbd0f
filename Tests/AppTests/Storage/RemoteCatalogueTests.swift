// Needs: Auth, Books, Onboarding

import Foundation
import HTTP
import TestKit
import Testing

/// The app as a process, with a server on loopback that answers like Open Library.
@Suite("A catalogue on the network", .timeLimit(.minutes(60)))
struct RemoteCatalogueTests {
  private static let script = """
    skip-all
    tab search
    search hobbit
    1
    want
    tab discover

    """

  @Test("Books come from the server, politely, and are kept on shelves")
  func online() async throws {
    let disk = try await Disk()
    let library = try OpenLibraryServer()
    try await withServer(library.reply) { server in
      let run = try await program(disk, server).run(Self.script)
      #expect(run.status == 0, "\(run.messages)")
      #expect(run.output.contains("A hobbit leaves home"))
      #expect(run.output.contains("Added to “Want to read”"))
      let agents = Set(server.requests.map { $0.fields[.userAgent] ?? "" })
      #expect(agents.count == 1)
      #expect(agents.first?.hasPrefix("BooksApp/") == true)
      #expect(agents.first?.hasSuffix(" (reader@example.org)") == true)
      #expect(server.requests.allSatisfy { !$0.fields.contains(.cookie) })
    }
  }

  @Test(
    "Without the server, earlier answers stay, the rest is from this machine, and the app says so")
  func offline() async throws {
    let disk = try await Disk()
    let library = try OpenLibraryServer()
    try await withServer(library.reply) { server in
      _ = try await program(disk, server).run(Self.script)
      library.variations = [.unavailable]
      let again = try await program(disk, server).run(
        "tab search\nback\nsearch hobbit\n1\nback\nsearch moby dick\n")
      #expect(again.status == 0, "\(again.messages)")
      #expect(again.output.contains("A hobbit leaves home"))
      #expect(again.output.contains("Moby-Dick"))
      let said =
        "is busy or broken (status 503). Until it answers, books come from the catalogue on this machine."
      #expect((again.output + again.messages).contains(said), "\(again.messages)")
    }
  }

  @Test("Without such an option nothing is sent over the network")
  func silent() async throws {
    try await withServer { _ in
      ServerReply(status: 502, body: "")
    } run: { proxy in
      // Whatever libcurl sends goes through these.
      let variables = ["http_proxy", "https_proxy", "all_proxy"]
      for (arguments, isSilent) in [([], true), (["--catalog", "openlibrary"], false)] {
        let disk = try await Disk()
        var program = Program(arguments: ["--data-dir", disk.path] + arguments)
        for name in variables { program.environment[name] = proxy.url().absoluteString }
        let run = try await program.run(Self.script)
        #expect(run.status == 0 || !isSilent, "\(run.messages)")
        #expect((proxy.traffic.connections == 0) == isSilent)
      }
    }
  }

  @Test(
    "An app that changes no data, such as a replay, reaches no catalogue that its input chooses")
  func ephemeral() async throws {
    try await withServer(try OpenLibraryServer().reply) { server in
      let choice = """
        skip-all
        open booksapp://account/catalogue
        server \(server.url().absoluteString)
        tab search
        search dune

        """
      let run = try await Program(arguments: ["--ephemeral"]).run(choice)
      #expect(run.status == 0, "\(run.messages)")
      #expect(run.output.contains("Books are looked up at http://127.0.0.1:\(server.port)."))
      #expect(run.output.contains("From this machine: the chosen catalogue does not answer."))
      #expect(server.traffic.connections == 0)
    }
  }

  @Test("A contact on the command line goes to the catalogue that was chosen before")
  func contact() async throws {
    let disk = try await Disk()
    let library = try OpenLibraryServer()
    try await withServer(library.reply) { server in
      let choice = """
        skip-all
        open booksapp://account/catalogue
        server \(server.url().absoluteString)
        contact first@example.org
        """
      let first = try await Program(arguments: ["--data-dir", disk.path]).run(choice)
      #expect(first.status == 0, "\(first.messages)")
      let later = Program(arguments: [
        "--data-dir", disk.path, "--contact", "second@example.org",
      ])
      let second = try await later.run("tab search\nsearch hobbit\n")
      #expect(second.status == 0, "\(second.messages)")
      let agent = server.requests.last?.fields[.userAgent] ?? ""
      #expect(agent.hasSuffix(" (second@example.org)"), "\(agent)")
    }
  }

  @Test("An invalid catalogue is refused with what is valid")
  func options() async throws {
    let disk = try await Disk()
    for (arguments, message) in [
      (["--catalog", "x"], "--catalog takes embedded or openlibrary, not “x”."),
      (
        ["--catalog-url", "ftp://a"], "--catalog-url takes an address such as https://books.example"
      ),
      (["--contact", "a\u{1B}[2J"], "--contact takes at most 200 printable ASCII characters"),
      (["--contact", "josé@example.org"], "such as an e-mail address or a page."),
      (["--catalog-url", "file:///etc/passwd"], "--catalog-url takes an address"),
      (["--catalog-url", "token@books.example"], "such as https://books.example."),
    ] {
      let run = try await Program(arguments: ["--data-dir", disk.path] + arguments).run("")
      #expect(run.status == 2)
      #expect(run.messages.contains(message), "\(run.messages)")
    }
  }

  private func program(_ disk: Disk, _ server: LoopbackServer) -> Program {
    Program(arguments: [
      "--data-dir", disk.path, "--catalog-url", server.url().absoluteString, "--contact",
      "reader@example.org", "--continue",
    ])
  }
}
