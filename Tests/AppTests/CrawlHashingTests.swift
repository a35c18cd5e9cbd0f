// Needs: Auth

import AppComposition
import CryptHashing
import Services
import Testing

@Suite("Hashing in a crawl")
@MainActor struct CrawlHashingTests {
  private let right = Secret("a long enough password")
  private let wrong = Secret("another long password")

  @Test("Two worlds of a crawl share the hash of a password, which verifies it and no other one")
  func shared() async throws {
    let wrappers = ServiceWrappers.forCrawls()
    let first = wrappers.hashing(YescryptHashing(cost: 1))
    let second = wrappers.hashing(YescryptHashing(cost: 1))
    let hash = try await first.hash(right)
    #expect(try await second.hash(right) == hash)
    #expect(second.isCurrent(hash))
    #expect(try await second.hash(wrong) != hash)
    // Asked twice: the second answer is a remembered one.
    for _ in 1...2 {
      #expect(await first.verify(right, against: hash))
      #expect(await second.verify(wrong, against: hash) == false)
    }
  }

  @Test("Two crawls share nothing")
  func separate() async throws {
    let one = ServiceWrappers.forCrawls().hashing(YescryptHashing(cost: 1))
    let other = ServiceWrappers.forCrawls().hashing(YescryptHashing(cost: 1))
    #expect(try await one.hash(right) != other.hash(right))
  }
}
