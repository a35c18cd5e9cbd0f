import Foundation
import HTTP
import TestKit
import Testing

@testable import CurlNetworking

@Suite("A thread of libcurl that can't be started", .timeLimit(.minutes(60)))
struct CurlStartTests {
  private let mailbox = CurlMailbox()

  private func post(to url: URL) -> CurlExchange {
    let exchange = CurlExchange(
      HTTPRequest(url: url), to: url.absoluteString, HTTPOptions(), nil, by: mailbox)
    mailbox.post(.start(exchange))
    return exchange
  }

  private func refusal(of exchange: CurlExchange) async -> HTTPError? {
    do throws(HTTPError) {
      _ = try await exchange.head()
      return nil
    } catch { return error }
  }

  @Test("If a thread can't start, each waiting request is refused, and the next one tries again")
  func refused() async throws {
    let url = try #require(URL(string: "http://127.0.0.1/"))
    for _ in 0..<3 {
      let exchanges = [post(to: url), post(to: url)]
      #expect(mailbox.claimStart())
      // Another caller meanwhile.
      #expect(!mailbox.claimStart())
      CurlLoop.refuse(mailbox)
      for exchange in exchanges {
        let error = try #require(await refusal(of: exchange))
        guard case .noTransport = error else {
          Issue.record("\(error)")
          return
        }
      }
    }
  }

  @Test("A libcurl that is too old is refused with its version")
  func version() {
    let problem = CurlLoop.problem(ofVersion: 0x075600)
    #expect(problem == "libcurl 7.86.0 is too old; install 7.87 or newer")
    for version: UInt32 in [0x075700, 0x075801, 0x080000] {
      #expect(CurlLoop.problem(ofVersion: version) == nil)
    }
  }

  @Test("A request is refused where libcurl is too old")
  func tooOld() async throws {
    let exchange = post(to: try #require(URL(string: "http://127.0.0.1/")))
    #expect(mailbox.claimStart())
    CurlLoop.start(.direct, mailbox, version: { 0x075600 })
    let reason = "libcurl 7.86.0 is too old; install 7.87 or newer"
    #expect(await refusal(of: exchange) == .noTransport(reason))
  }

  @Test("A failed thread start does not prevent a later one")
  func later() async throws {
    let port = try RefusedPort()
    let first = post(to: port.url)
    #expect(mailbox.claimStart())
    CurlLoop.refuse(mailbox)
    _ = await refusal(of: first)
    let second = post(to: port.url)
    #expect(mailbox.claimStart())
    CurlLoop.start(.direct, mailbox)
    #expect(await refusal(of: second) == .refused(host: "127.0.0.1"))
    mailbox.post(.stop)
    withExtendedLifetime(port) {}
  }
}
