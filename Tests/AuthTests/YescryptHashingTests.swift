import Core
import Services
import CryptHashing
import TestKit
import Testing

@Suite("Passwords hashed with yescrypt")
struct YescryptHashingTests {
  @Test("Yescrypt hashing fulfils the contract")
  func contract() async throws {
    try await PasswordHashingContract.check(YescryptHashing(cost: 1))
  }

  @Test("A hash with another cost can still be verified")
  func otherCost() async throws {
    let password = Secret("a long enough password")
    let hash = try await YescryptHashing(cost: 1).hash(password)
    #expect(hash.hasPrefix("$y$"))
    #expect(await YescryptHashing(cost: 2).verify(password, against: hash))
  }
}
