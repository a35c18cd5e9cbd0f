import Core
import Services
@testable import Auth
import Foundation
import Synchronization
import TestKit
import Testing

@Suite("The rules of accounts")
@MainActor struct AccountsTests {
  private let harness = AuthHarness()
  private var accounts: AccountService { harness.accounts }
  private let password = Secret(AuthHarness.password)

  @Test("The password identifies the user, and is not stored")
  func signIn() async throws {
    let ada = try await harness.account()
    #expect(try await accounts.signIn(email: ada.email, password: password) == ada)
    let record = try #require(try await harness.accountStore.record(ada.id))
    #expect(!"\(record)".contains(AuthHarness.password))
    await #expect(throws: AuthError.wrongCredentials) {
      _ = try await accounts.signIn(email: ada.email, password: Secret("something else"))
    }
    await #expect(throws: AuthError.wrongCredentials, "who has no account is not told so") {
      _ = try await accounts.signIn(email: EmailAddress("bo@example.org"), password: password)
    }
  }

  @Test("Each failed try after the third doubles the wait, and the right password ends it")
  func tries() async throws {
    let ada = try await harness.account()
    var waits: [Double] = []
    for _ in 0..<6 {
      _ = try? await accounts.signIn(email: ada.email, password: Secret("wrong one"))
      let until = try await harness.accountStore.record(ada.id)?.tries.waitsUntil
      let wait = until.map { $0.timeIntervalSince(harness.clock.now) } ?? 0
      waits.append(wait)
      if wait > 0 {
        let error = AuthError.tooManyTries(seconds: Int(wait))
        await #expect(throws: error, "not even the right one") {
          _ = try await accounts.signIn(email: ada.email, password: password)
        }
        harness.clock.advance(by: .seconds(wait))
      }
    }
    #expect(waits == [0, 0, 5, 10, 20, 40])
    _ = try await accounts.signIn(email: ada.email, password: password)
    #expect(try await harness.accountStore.record(ada.id)?.tries.count == 0)
  }

  @Test("The rest of a wait is rounded up to seconds, so it is at least one")
  func restOfWait() {
    var tries = FailedTries()
    for _ in 0..<3 { tries.note(at: harness.clock.now) }
    let (failed, end) = (tries, harness.clock.now + 5)
    for (left, seconds) in [(4.2, 5), (0.1, 1)] {
      #expect(throws: AuthError.tooManyTries(seconds: seconds)) { try failed.check(at: end - left) }
    }
  }

  @Test("A try during the maximum wait is refused")
  func maximumWaitRefused() {
    var tries = FailedTries()
    for _ in 0..<30 { tries.note(at: harness.clock.now) }
    let (failed, now) = (tries, harness.clock.now)
    #expect(failed.waitsUntil == now + FailedTries.maximumWait)
    let error = AuthError.tooManyTries(seconds: Int(FailedTries.maximumWait))
    #expect(throws: error) { try failed.check(at: now) }
  }

  @Test("A wait of a minute or more is named in minutes, rounded up")
  func namedWait() {
    let waits = [1, 59, 60, 61, 119, 120].map { AuthText.duration($0) }
    #expect(waits == ["1 second", "59 seconds", "1 minute", "2 minutes", "2 minutes", "2 minutes"])
  }

  @Test("A code sets a new password once, for a quarter of an hour")
  func reset() async throws {
    let ada = try await harness.account()
    let code = Secret(try #require(try await accounts.sendCode(to: ada.email)))
    let new = Secret("another good password")
    await #expect(throws: AuthError.wrongCode) {
      _ = try await accounts.reset(email: ada.email, code: Secret("00000000"), to: new)
    }
    #expect(try await accounts.reset(email: ada.email, code: code, to: new) == ada)
    #expect(try await accounts.signIn(email: ada.email, password: new) == ada)
    await #expect(throws: AuthError.wrongCode, "a code is good once") {
      _ = try await accounts.reset(email: ada.email, code: code, to: password)
    }
    let late = Secret(try #require(try await accounts.sendCode(to: ada.email)))
    harness.clock.advance(by: .seconds(AccountService.codeLength))
    await #expect(throws: AuthError.wrongCode) {
      _ = try await accounts.reset(email: ada.email, code: late, to: password)
    }
  }

  @Test("A code has eight digits, any of the ten")
  func digits() async throws {
    let (accounts, ada) = (harness.accounts, try await harness.account())
    var codes: [String] = []
    for _ in 1...20 { codes.append(try #require(try await accounts.sendCode(to: ada.email))) }
    #expect(codes.allSatisfy { $0.count == 8 } && Set(codes).count == codes.count)
    #expect(Set(codes.joined()) == Set("0123456789"))
  }

  @Test("Wrong passwords, however many, do not outlast a code")
  func codeMeanwhile() async throws {
    let ada = try await harness.account()
    for _ in 0..<30 {
      _ = try? await accounts.signIn(email: ada.email, password: Secret("wrong one"))
      harness.clock.advance(by: .seconds(FailedTries.maximumWait))
    }
    _ = try? await accounts.signIn(email: ada.email, password: Secret("wrong one"))
    let code = Secret(try #require(try await accounts.sendCode(to: ada.email)))
    harness.clock.advance(by: .seconds(AccountService.codeLength / 2))
    _ = try await accounts.reset(
      email: ada.email, code: code, to: Secret("another good password"))
  }

  @Test("A code for an unknown address is not sent, and the app does not reveal this")
  func noCode() async throws {
    #expect(try await accounts.sendCode(to: EmailAddress("bo@example.org")) == nil)
    await #expect(throws: AuthError.wrongCode) {
      _ = try await accounts.reset(
        email: EmailAddress("bo@example.org"), code: Secret("1"), to: password)
    }
  }

  @Test(
    "With or without an account, a try is hashed once, and has the same wait and answer")
  func nobodyIsTold() async throws {
    let ada = try await harness.account()
    let nobody = try EmailAddress("nobody@example.org")
    let counted = CountedHashing(harness.hashing)
    let harness = AuthHarness(accounts: harness.accountStore, hashing: counted)
    let accounts = harness.accounts
    // The decoy hash is created before.
    let other = try EmailAddress("other@example.org")
    _ = try? await accounts.signIn(email: other, password: Secret("wrong one"))
    var told: [[String]] = []
    for email in [ada.email, nobody] {
      var said: [String] = []
      for _ in 0..<6 {
        let before = counted.counts
        do { _ = try await accounts.signIn(email: email, password: Secret("wrong one")) } catch {
          said.append("\(error) \(counted.counts - before)")
        }
        do { _ = try await accounts.reset(email: email, code: Secret("1"), to: password) } catch {
          said.append("\(error) \(counted.counts - before)")
        }
      }
      told.append(said)
    }
    #expect(told[0] == told[1])
    let wait = "tooManyTries(seconds: 5)"
    #expect(
      told[0] == ["wrongCredentials 1", "wrongCode 2", "wrongCredentials 1", "\(wait) 1"]
        + Array(repeating: "\(wait) 0", count: 8), "nothing is hashed during a wait")
  }

  @Test("With or without an account, a code that is asked for is hashed once")
  func hashedCode() async throws {
    let ada = try await harness.account()
    let counted = CountedHashing(harness.hashing)
    let accounts = AuthHarness(accounts: harness.accountStore, hashing: counted).accounts
    let nobody = try EmailAddress("nobody@example.org")
    for email in [ada.email, nobody] {
      let before = counted.counts
      _ = try await accounts.sendCode(to: email)
      #expect(counted.counts == before + 1)
    }
  }

  @Test("A password matches in any Unicode normalization")
  func composed() async throws {
    let ada = try await harness.account()
    try await accounts.changePassword(of: ada.id, from: password, to: Secret("Caf\u{E9} au lait"))
    _ = try await accounts.signIn(email: ada.email, password: Secret("Cafe\u{301} au lait"))
  }

  @Test("A session expires thirty days after the last start")
  func sessions() async throws {
    let ada = try await harness.account()
    #expect(try await accounts.resumeSession() == .none)
    _ = try await accounts.beginSession(of: ada)
    harness.clock.advance(by: .seconds(AccountService.sessionLength - 1))
    let expires = harness.clock.now + Double(AccountService.sessionLength)
    #expect(try await accounts.resumeSession() == .going(ada, expires: expires))
    harness.clock.advance(by: .seconds(AccountService.sessionLength - 1))
    let later = harness.clock.now + Double(AccountService.sessionLength)
    #expect(try await accounts.resumeSession() == .going(ada, expires: later), "it starts again")
    harness.clock.advance(by: .seconds(AccountService.sessionLength))
    #expect(try await accounts.resumeSession() == .expired(ada))
    #expect(try await accounts.resumeSession() == .none)
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("Simultaneous requests create one account per address")
  func sameAddress() async throws {
    let accounts = accounts
    let address = try EmailAddress("same@example.org")
    async let first = accounts.create(name: "A", email: address, password: password)
    async let second = accounts.create(name: "B", email: address, password: password)
    var made = 0
    do { if try await first.name == "A" { made += 1 } } catch AuthError.emailTaken {}
    do { if try await second.name == "B" { made += 1 } } catch AuthError.emailTaken {}
    #expect(made == 1)
  }
}

/// Counts hashes.
private final class CountedHashing: PasswordHashing {
  private let hashing: any PasswordHashing
  private let count = Mutex(0)

  init(_ hashing: any PasswordHashing) { self.hashing = hashing }

  var counts: Int { count.withLock { $0 } }

  func hash(_ password: Secret) async throws(PasswordHashingError) -> String {
    count.withLock { $0 += 1 }
    return try await hashing.hash(password)
  }

  func verify(_ password: Secret, against hash: String) async -> Bool {
    count.withLock { $0 += 1 }
    return await hashing.verify(password, against: hash)
  }

  func isCurrent(_ hash: String) -> Bool { hashing.isCurrent(hash) }
}
