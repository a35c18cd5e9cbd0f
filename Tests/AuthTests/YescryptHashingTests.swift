import Core
import Services
import CryptHashing
import TestKit
import Testing

@testable import Auth

@Suite("Passwords hashed with yescrypt")
struct YescryptHashingTests {
  @Test(
    "Yescrypt hashing fulfils the contract", arguments: PasswordHashingContract.Check.allCases)
  func contract(_ check: PasswordHashingContract.Check) async throws {
    try await PasswordHashingContract { YescryptHashing(cost: 1) }.verify(check)
  }

  @Test("The longest password that the rules accept is hashed, and a longer one is refused")
  func longest() async throws {
    let hashing = YescryptHashing(cost: 1)
    let longest = String(repeating: "x", count: PasswordRules.maximumLength)
    let hash = try await hashing.hash(Secret(longest))
    #expect(await hashing.verify(Secret(longest), against: hash))
    let problem = PasswordHashingError.unusable(maximumLength: PasswordRules.maximumLength)
    await #expect(throws: problem) { _ = try await hashing.hash(Secret(longest + "x")) }
  }

  @Test("A hash with another cost can still be verified, and is not current")
  func otherCost() async throws {
    let password = Secret("a long enough password")
    let hash = try await YescryptHashing(cost: 1).hash(password)
    #expect(hash.hasPrefix("$y$"))
    #expect(await YescryptHashing(cost: 2).verify(password, against: hash))
    let costs = YescryptHashing.costs.filter { YescryptHashing(cost: $0).isCurrent(hash) }
    #expect(costs == [1])
  }

  @Test("A hash with parameters of no cost, which could demand any memory, verifies nothing")
  func otherParameters() async throws {
    let salt = "LdJMENpBABJJ3hIHjB1Bi."
    let password = Secret("a long enough password")
    for hash in [
      "$y$j65$\(salt)$1iNolNmTj1q88RlTfB/BXBT9/cC570Li0LfaYOYQPE.",
      "$y$j55$\(salt)$BfWtxBbAJ5p0OeGYp5oPmYLt37iDMXjvpog2OORqQ5/",
    ] { #expect(!(await YescryptHashing().verify(password, against: hash))) }
    let known = "$y$j75$\(salt)$j/yx6Gl3l9OMoOmxKBK0h84vg3fixheGirSxpSSIlo."
    #expect(await YescryptHashing().verify(password, against: known))
  }

  @Test("A hash of 4 times the cost of new ones is verified, and one of 8 times is not")
  func highCost() async throws {
    let salt = "LdJMENpBABJJ3hIHjB1Bi."
    let password = Secret("a long enough password")
    let four = "$y$jBT$\(salt)$4vszry.kHiAR25/Ta10W9RKtoagiba7snaU4tRmkTy0"
    let eight = "$y$jCT$\(salt)$F3S/0ALOlTMDp7ZeZFlZtkZ2LQSUNahhbJWefb6XgY0"
    #expect(YescryptHashing(cost: 7).isCurrent(four) && YescryptHashing(cost: 8).isCurrent(eight))
    for cost in [1, YescryptHashing.usualCost] {
      #expect(await YescryptHashing(cost: cost).verify(password, against: four))
      #expect(!(await YescryptHashing(cost: cost).verify(password, against: eight)))
    }
  }
}
