import Foundation
import HTTP
import TestKit
import Testing

extension RealServers {
  @Suite("The example package, as a user of the library builds it", .timeLimit(.minutes(60)))
  struct ExampleTests {
    private static let package = "Docs/Examples/Network"
    private static let build = ".build/examples"

    private static let servers = """
      server {
        listen 127.0.0.1:@plain@;
        listen 127.0.0.1:@tls@ ssl http2;
        ssl_certificate @certificates@good.pem; ssl_certificate_key @certificates@good.key;
        location / { alias @files@/; expires 1h; }
      }
      """

    /// Builds the package once, where a second time is quick.
    private static let built = Task {
      var environment = ProcessInfo.processInfo.environment
      // What this project's tests ask for, and no user.
      environment["OPTIMIZED_MODULES"] = nil
      let swift = environment["SWIFT"] ?? "swift"
      return try await run(
        [
          "/usr/bin/env", swift, "build", "--package-path", path(package), "--scratch-path",
          path(build), "-debug-info-format", "none",
        ], environment)
    }

    private static func path(_ name: String) -> String {
      RealServers.project.appending(path: name).path
    }

    private static func run(
      _ words: [String], _ environment: [String: String]
    ) async throws -> (status: Int32, output: String) {
      let process = try ChildProcess(
        words[0], Array(words.dropFirst()), environment: environment)
      try process.input.close()
      let (output, errors) = (LineReader(of: process.output), LineReader(of: process.errors))
      let status = await process.end()
      await output.end()
      await errors.end()
      return (status, output.text() + errors.text())
    }

    /// Builds the package, and runs a program of it.
    private static func run(
      _ program: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) async throws -> String {
      let built = try await built.value
      try #require(built.status == 0, "\(built.output)")
      let usual = ["CURL_CA_BUNDLE": RealServers.certificate("authority.pem")]
      let end = try await run(
        ["\(path(build))/debug/\(program)"] + arguments, usual.merging(environment) { $1 })
      #expect(end.status == 0, "\(end.output)")
      return end.output
    }

    @Test("The example sends a request over TLS, and says why there is no answer")
    func fetch() async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write("a book", to: "book.txt")
        let url = nginx.url("/book.txt", at: "tls").absoluteString
        let answer = try await Self.run("Fetch", [url])
        #expect(answer == "200: 6 bytes from \(url)")
        let refused = try await Self.run("Fetch", [url], ["CURL_CA_BUNDLE": ""])
        #expect(refused.hasPrefix("No answer: no trusted authority has signed"))
        await nginx.stop()
        let stopped = try await Self.run("Fetch", [url])
        #expect(stopped == "No answer: localhost refused the connection")
      }
    }

    @Test("The example's second read comes from its cache, without a request")
    func cachedFetch() async throws {
      let folder = try TemporaryFolder()
      try await withNginx(Self.servers) { nginx in
        try nginx.write("a book", to: "book.txt")
        let arguments = [
          folder.file("cache.sqlite"), nginx.url("/book.txt", at: "tls").absoluteString,
        ]
        let first = try await Self.run("CachedFetch", arguments)
        #expect(first == "200: 6 bytes from the network")
        let second = try await Self.run("CachedFetch", arguments)
        #expect(second == "200: 6 bytes from the cache")
        let log = try await nginx.log()
        #expect(log.map(\.status) == ["200"])
      }
    }

    @Test("The example asks a busy server again, says who asks, and logs each attempt")
    func retryingFetch() async throws {
      try await withServer { request in
        request.number == 1
          ? ServerReply(status: .serviceUnavailable) : ServerReply(body: "a book")
      } run: { server in
        let url = server.url("/book.txt").absoluteString
        let lines = try await Self.run("RetryingFetch", [url]).split(separator: "\n")
        try #require(lines.count == 3, "\(lines)")
        #expect(lines[0] == "200 OK: 6 bytes")
        #expect(lines[1].hasPrefix("GET \(url) 503, 0 bytes, "))
        #expect(lines[2].hasPrefix("GET \(url) 200, 6 bytes, "))
        let agents = server.requests.map { $0.fields[.userAgent] }
        #expect(agents == ["Fetch/1.0 (me@example.org)", "Fetch/1.0 (me@example.org)"])
      }
    }

    @Test("The example trusts what curl's variables name: a bundle, a file, a folder or both")
    func trust() async throws {
      let (file, folder) = (
        RealServers.certificate("authority.pem"), RealServers.certificate("folder")
      )
      let other = RealServers.certificate("stranger.pem")
      try await withNginx(Self.servers) { nginx in
        try nginx.write("a book", to: "book.txt")
        let url = nginx.url("/book.txt", at: "tls").absoluteString
        for (variables, isTrusted) in [
          (["SSL_CERT_FILE": file], true), (["SSL_CERT_DIR": folder], true),
          (["SSL_CERT_FILE": other, "SSL_CERT_DIR": folder], true),
          (["SSL_CERT_FILE": other], false),
          (["CURL_CA_BUNDLE": other, "SSL_CERT_FILE": file], false),
        ] {
          let said = try await Self.run(
            "Fetch", [url], ["CURL_CA_BUNDLE": ""].merging(variables) { $1 })
          #expect(said.hasPrefix("200: ") == isTrusted, "\(variables)")
        }
      }
    }

    @Test(
      "The example sends requests to the variables' proxy, except for the hosts of NO_PROXY",
      arguments: ["http_proxy", "all_proxy", "ALL_PROXY"])
    func proxy(_ variable: String) async throws {
      try await withServer { request in
        ServerReply(body: "proxy")
      } run: { proxy in
        let variables = [variable: proxy.url().absoluteString]
        let answer = try await Self.run("Fetch", ["http://books.invalid/a"], variables)
        #expect(answer == "200 OK: 5 bytes from http://books.invalid/a")
        #expect(proxy.requests.map(\.target) == ["http://books.invalid/a"])
        for name in ["NO_PROXY", "no_proxy"] {
          let direct = try await Self.run(
            "Fetch", ["http://books.invalid/"],
            variables.merging([name: "a.example,.invalid"]) { $1 })
          #expect(direct == "No answer: no address for books.invalid")
        }
        #expect(proxy.requests.count == 1)
      }
    }

    @Test(
      "The example asks the variables' proxy for a tunnel to a TLS server",
      arguments: ["https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY"])
    func tunnel(_ variable: String) async throws {
      try await withNginx(Self.servers) { nginx in
        try nginx.write("a book", to: "book.txt")
        let port = nginx.port("tls")
        try await withServer { request in
          request.target == "localhost:\(port)"
            ? .tunnel(to: port) : ServerReply(status: .forbidden)
        } run: { proxy in
          let variables = [variable: proxy.url().absoluteString]
          let url = nginx.url("/book.txt", at: "tls").absoluteString
          let answer = try await Self.run("Fetch", [url], variables)
          #expect(answer == "200: 6 bytes from \(url)")
          let refused = try await Self.run("Fetch", ["https://books.invalid/"], variables)
          #expect(refused == "No answer: the proxy can't be used: status 403")
          let requests = proxy.requests.map { "\($0.method) \($0.target)" }
          #expect(requests == ["CONNECT localhost:\(port)", "CONNECT books.invalid:443"])
        }
      }
    }

    /// The C library's lookup of names, which never ends for one of them.
    private static let lookup = """
      #define _GNU_SOURCE
      #include <dlfcn.h>
      #include <netdb.h>
      #include <string.h>
      #include <unistd.h>

      int getaddrinfo(const char *name, const char *service, const struct addrinfo *hints,
                      struct addrinfo **found) {
        static __typeof__(&getaddrinfo) next;
        if (name && strcmp(name, "silent.invalid") == 0) {
          sleep(60);
          _exit(1);
        }
        if (!next) next = (__typeof__(&getaddrinfo))dlsym(RTLD_NEXT, "getaddrinfo");
        return next(name, service, hints, found);
      }
      """

    @Test("The timeout for a connection ends a name lookup that gets no answer")
    func silentNameServer() async throws {
      let folder = try TemporaryFolder()
      let (source, library) = (folder.file("lookup.c"), folder.file("lookup.so"))
      try Self.lookup.write(toFile: source, atomically: true, encoding: .utf8)
      let environment = ProcessInfo.processInfo.environment
      // Swift links with clang, so it is there.
      let compiled = try await Self.run(
        [
          "/usr/bin/env", environment["CLANG"] ?? "clang", "-shared", "-fPIC", source, "-o",
          library, "-ldl",
        ], environment)
      try #require(compiled.status == 0, "\(compiled.output)")
      let answer = try await Self.run(
        "Fetch", ["http://silent.invalid/"], ["LD_PRELOAD": library])
      #expect(answer == "No answer: no connection in time")
      withExtendedLifetime(folder) {}
    }

    @Test("The example's page contains its source code unchanged")
    func page() throws {
      let page = try String(contentsOfFile: Self.path("\(Self.package)/README.md"), encoding: .utf8)
      for program in ["Fetch", "CachedFetch", "RetryingFetch"] {
        let source = try String(
          contentsOfFile: Self.path("\(Self.package)/Sources/\(program)/main.swift"),
          encoding: .utf8)
        #expect(page.contains("```swift\n\(source)```"))
        let lines = source.split(separator: "\n").filter { !$0.hasPrefix("import ") }
        #expect(lines.count <= 10)
      }
    }
  }
}
