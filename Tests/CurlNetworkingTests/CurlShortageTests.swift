import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("libcurl in a process without descriptors")
struct CurlShortageTests {
  @Test("A lack of descriptors is reported as such, and not as a fault of the host or its name")
  func descriptors() async {
    await #expect(processExitsWith: .success) {
      let port = try RefusedPort()
      let client = PatientClient()
      // The thread and its library are there.
      await #expect(throws: HTTPError.refused(host: "127.0.0.1")) {
        try await client.send(HTTPRequest(url: port.url))
      }
      for text in ["http://books.invalid/", port.url.absoluteString] {
        takeAllDescriptors()
        let url = try #require(URL(string: text))
        do throws(HTTPError) {
          _ = try await client.send(HTTPRequest(url: url))
          Issue.record("It answered.")
        } catch {
          if case .noTransport = error { continue }
          Issue.record("\(error)")
        }
      }
      withExtendedLifetime(port) {}
    }
  }

  @Test("A released client gives its descriptors back")
  func released() async {
    await #expect(processExitsWith: .success) {
      limitDescriptors()
      let port = try RefusedPort()
      // Each client opens two at least.
      for _ in 0..<150 {
        await #expect(throws: HTTPError.refused(host: "127.0.0.1")) {
          try await PatientClient().send(HTTPRequest(url: port.url))
        }
      }
      withExtendedLifetime(port) {}
    }
  }
}

#if canImport(Darwin)
  private let descriptorLimit = RLIMIT_NOFILE
#else
  private let descriptorLimit = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
#endif

/// Takes all descriptors that this process may have.
private func takeAllDescriptors() {
  limitDescriptors()
  while open("/dev/null", O_RDONLY) >= 0 {}
}

/// Limits the descriptors of this process to 256.
private func limitDescriptors() {
  var limit = rlimit()
  getrlimit(descriptorLimit, &limit)
  limit.rlim_cur = min(limit.rlim_cur, 256)
  setrlimit(descriptorLimit, &limit)
}
