import Foundation
import Testing

@testable import CurlNetworking

@Suite("The certificates that libcurl trusts")
struct CurlTrustTests {
  /// The machine's folder, if openssl finds certificates in it: by a hash of eight digits.
  private static let machine: CurlTrust = {
    let folder = "/etc/ssl/certs"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    let isHashed = names.contains { $0.wholeMatch(of: /[0-9a-f]{8}\.0/) != nil }
    return isHashed ? CurlTrust(folder: folder) : CurlTrust()
  }()

  @Test("System trust uses the machine's certificate folder if its names are hashed")
  func system() {
    #expect(CurlTrust(.system) == Self.machine)
  }

  @Test(
    "Environment variables name the trusted certificates, as they do for the program curl",
    arguments: [
      (["CURL_CA_BUNDLE": "/a.pem"], CurlTrust(file: "/a.pem")),
      (["SSL_CERT_FILE": "/b.pem"], CurlTrust(file: "/b.pem")),
      (["SSL_CERT_DIR": "/c"], CurlTrust(folder: "/c")),
      (
        ["SSL_CERT_FILE": "/b.pem", "SSL_CERT_DIR": "/c"], CurlTrust(file: "/b.pem", folder: "/c")
      ),
      (
        ["CURL_CA_BUNDLE": "/a.pem", "SSL_CERT_FILE": "/b.pem", "SSL_CERT_DIR": "/c"],
        CurlTrust(file: "/a.pem")
      ),
      (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "/b.pem"], CurlTrust(file: "/b.pem")),
      (["SSL_CERT_FILE": "/b.pem", "SSL_CERT_DIR": ""], CurlTrust(file: "/b.pem")),
      (["CURL_CA_BUNDLE": "", "SSL_CERT_FILE": "", "SSL_CERT_DIR": ""], machine),
      ([:], machine),
    ])
  func environment(_ variables: [String: String], _ trust: CurlTrust) {
    #expect(CurlTrust(environment: variables) == trust)
  }

  @Test("The configuration's certificates take precedence over the environment variables")
  func configuration() {
    #expect(CurlTrust(.file("/a.pem")) == CurlTrust(file: "/a.pem"))
    #expect(CurlTrust(.folder("/c")) == CurlTrust(folder: "/c"))
    #expect(CurlConfiguration().trust == .environment)
  }
}
