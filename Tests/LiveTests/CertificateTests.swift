import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

extension RealServers {
  @Suite("A server's certificate", .timeLimit(.minutes(60)))
  struct CertificateTests {
    /// A server for each certificate, each on a port of its name.
    private static func servers(_ names: [String], _ more: String = "") -> String {
      names.map { name in
        """
        server {
          listen 127.0.0.1:@tls_\(name)@ ssl;
          ssl_certificate @certificates@\(name).pem;
          ssl_certificate_key @certificates@\(name).key;
          \(more)
          location / { return 200 "safe"; }
        }
        """
      }.joined(separator: "\n")
    }

    @Test(
      "A private authority's certificate is trusted if a file or folder names the authority",
      arguments: [
        CurlConfiguration.Trust.file("authority.pem"), .folder("folder"),
      ])
    func trusted(_ trust: CurlConfiguration.Trust) async throws {
      try await withNginx(Self.servers(["good", "chain"])) { nginx in
        let client = PatientClient(.trusting(trust))
        for name in ["good", "chain"] {
          for host in ["localhost", "127.0.0.1"] {
            let text = try await client.text(nginx.url("/", at: "tls_\(name)", host: host))
            #expect(text == "safe")
          }
        }
      }
    }

    @Test(
      "A wrong certificate is refused with the reason, nothing is sent, and other servers answer",
      arguments: [
        ("expired", .expired), ("future", .expired), ("elsewhere", .wrongHost),
        ("selfsigned", .untrusted), ("unknown", .untrusted), ("incomplete", .untrusted),
      ] as [(String, HTTPError.Certificate)],
      [
        CurlConfiguration.Trust.file("authority.pem"), .folder("folder"),
      ])
    func wrong(
      _ server: (name: String, reason: HTTPError.Certificate), _ trust: CurlConfiguration.Trust
    ) async throws {
      try await withNginx(Self.servers(["good", server.name])) { nginx in
        let client = PatientClient(.trusting(trust))
        let url = nginx.url("/secret", at: "tls_\(server.name)")
        for _ in 0..<2 {
          await #expect(throws: HTTPError.certificate(server.reason, host: "localhost")) {
            try await client.send(HTTPRequest(url: url))
          }
          let text = try await client.text(nginx.url("/", at: "tls_good"))
          #expect(text == "safe")
        }
        let log = try await nginx.log("/secret")
        #expect(log.isEmpty)
      }
    }

    @Test("A certificate for another purpose is refused with the TLS library's message")
    func purpose() async throws {
      try await withNginx(Self.servers(["good", "client"])) { nginx in
        let client = PatientClient(.live)
        let request = HTTPRequest(url: nginx.url("/", at: "tls_client"))
        guard
          case .certificate(.other(let why), host: "localhost") = await client.failure(of: request)
        else {
          Issue.record("It was accepted, or refused for another reason.")
          return
        }
        #expect(why.contains("purpose"))
        let text = try await client.text(nginx.url("/", at: "tls_good"))
        #expect(text == "safe")
      }
    }

    @Test("A private authority's certificate is refused if only the machine's are trusted")
    func system() async throws {
      try await withNginx(Self.servers(["good"])) { nginx in
        let client = PatientClient(.trusting(.system))
        await #expect(throws: HTTPError.certificate(.untrusted, host: "localhost")) {
          try await client.send(HTTPRequest(url: nginx.url("/", at: "tls_good")))
        }
      }
    }

    @Test("A request fails if the file of authorities is missing or isn't a certificate")
    func noAuthority() async throws {
      try await withNginx(Self.servers(["good"])) { nginx in
        for name in ["missing.pem", "openssl.cnf"] {
          let client = PatientClient(.trusting(.file(name)))
          let failure = await client.failure(of: HTTPRequest(url: nginx.url("/", at: "tls_good")))
          #expect(failure.isTLS)
        }
      }
    }

    @Test(
      "A server without TLS 1.2 is refused, also where OpenSSL would accept it; others still answer",
      arguments: ["TLSv1", "TLSv1.1"])
    func oldVersion(_ version: String) async throws {
      // Security level 0 lets the server offer them.
      let old = "ssl_protocols \(version); ssl_ciphers DEFAULT:@SECLEVEL=0;"
      try await withNginx(Self.servers(["good"], old) + Self.servers(["chain"])) { nginx in
        let configuration = "\(nginx.folder)/openssl.cnf"
        try Self.lenientOpenSSL.write(toFile: configuration, atomically: true, encoding: .utf8)
        let (old, new) = (nginx.url("/", at: "tls_good"), nginx.url("/", at: "tls_chain"))
        // OpenSSL reads its configuration once.
        await #expect(processExitsWith: .success) {
          [configuration = configuration as String, old = old as URL, new = new as URL] in
          setenv("OPENSSL_CONF", configuration, 1)
          let client = PatientClient(.live)
          let failure = await client.failure(of: HTTPRequest(url: old))
          #expect(failure.isTLS)
          let text = try await client.text(new)
          #expect(text == "safe")
        }
      }
    }

    @Test("An https proxy without TLS 1.2 is refused, also where OpenSSL would accept it")
    func oldProxy() async throws {
      let old = "ssl_protocols TLSv1.1; ssl_ciphers DEFAULT:@SECLEVEL=0;"
      try await withNginx(Self.servers(["good"], old) + Self.servers(["chain"])) { nginx in
        let file = "\(nginx.folder)/openssl.cnf"
        try Self.lenientOpenSSL.write(toFile: file, atomically: true, encoding: .utf8)
        let proxy = nginx.url("/", at: "tls_good").absoluteString
        let url = nginx.url("/", at: "tls_chain")
        await #expect(processExitsWith: .success) {
          [file = file as String, proxy = proxy as String, url = url as URL] in
          setenv("OPENSSL_CONF", file, 1)
          var configuration = CurlConfiguration.live
          configuration.proxy = .url(proxy)
          let failure = await PatientClient(configuration).failure(of: HTTPRequest(url: url))
          guard case .proxy(let why)? = failure else {
            Issue.record("\(String(describing: failure))")
            return
          }
          // With TLS it would answer by a status.
          #expect(!why.hasPrefix("status "))
        }
      }
    }

    /// A configuration with which OpenSSL accepts TLS 1.0 by itself.
    private static let lenientOpenSSL = """
      openssl_conf = all
      [all]
      ssl_conf = ssl
      [ssl]
      system_default = lenient
      [lenient]
      MinProtocol = TLSv1
      CipherString = DEFAULT:@SECLEVEL=0

      """
  }
}

extension CurlConfiguration {
  /// Trusts what is named, of the folder of certificates.
  static func trusting(_ trust: Trust) -> Self {
    var configuration = direct
    configuration.trust =
      switch trust {
      case .file(let name): .file(RealServers.certificate(name))
      case .folder(let name): .folder(RealServers.certificate(name))
      default: trust
      }
    return configuration
  }
}

extension HTTPError? {
  /// Whether there was no agreement about TLS.
  var isTLS: Bool { if case .tls(_, host: "localhost") = self { true } else { false } }
}
