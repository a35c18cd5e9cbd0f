import CurlNetworking
import Foundation
import HTTP
import TestKit
import Testing

@Suite("The thread of libcurl")
struct CurlThreadTests {
  @Test("The thread blocks SIGPIPE: OpenSSL writes to connections that may be closed")
  func signals() async {
    await #expect(processExitsWith: .success) {
      let port = try RefusedPort()
      let client = PatientClient()
      _ = try? await client.send(HTTPRequest(url: port.url))
      let thread = try #require(networkThreads().first)
      let status = try String(
        contentsOfFile: "/proc/self/task/\(thread)/status", encoding: .utf8)
      let line = status.split(separator: "\n").first { $0.hasPrefix("SigBlk:") }
      let digits = try #require(line?.split(separator: "\t").last)
      let blocked = try #require(UInt64(digits, radix: 16))
      #expect(blocked & (1 << UInt64(SIGPIPE - 1)) != 0)
      withExtendedLifetime((port, client)) {}
    }
  }

  @Test("A process that exits ends the thread first")
  func ends() async {
    await #expect(processExitsWith: .success) {
      // Registered before the client's own function, so called after it.
      atexit {
        // The system may list a thread that has ended for a moment.
        let latest = ContinuousClock.now + .seconds(300)
        while !networkThreads().isEmpty { if ContinuousClock.now > latest { _exit(1) } }
      }
      let port = try RefusedPort()
      let client = PatientClient()
      _ = try? await client.send(HTTPRequest(url: port.url))
      try #require(!networkThreads().isEmpty)
      withExtendedLifetime((port, client)) { exit(0) }
    }
  }
}

/// The threads of clients in this process (proc(5)).
private func networkThreads() -> [String] {
  let folder = "/proc/self/task"
  let threads = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  return threads.filter { thread in
    (try? String(contentsOfFile: "\(folder)/\(thread)/comm", encoding: .utf8)) == "network\n"
  }
}
