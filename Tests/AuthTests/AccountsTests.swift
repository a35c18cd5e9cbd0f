@testable import Auth
import Core
import Foundation
import TestKit
import Testing

@Suite("The rules of accounts")
@MainActor struct AccountsTests {
  private let harness = AuthHarness()
  private var accounts: Accounts { harness.accounts }
  private let password = Secret(AuthHarness.password)

  @Test("Whoever has the password is recognized, and the password is not kept")
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

  @Test("Each wrong try after the third doubles the wait, and a right one ends it")
  func tries() async throws {
    let ada = try await harness.account()
    var waits: [Double] = []
    for _ in 0..<6 {
      _ = try? await accounts.signIn(email: ada.email, password: Secret("wrong one"))
      let until = try await harness.accountStore.record(ada.id)?.waitsUntil
      let wait = until.map { $0.timeIntervalSince(harness.clock.now) } ?? 0
      waits.append(wait)
      if let until, wait > 0 {
        await #expect(throws: AuthError.tooManyTries(until: until), "not even the right one") {
          _ = try await accounts.signIn(email: ada.email, password: password)
        }
        harness.clock.advance(by: .seconds(wait))
      }
    }
    #expect(waits == [0, 0, 5, 10, 20, 40])
    _ = try await accounts.signIn(email: ada.email, password: password)
    #expect(try await harness.accountStore.record(ada.id)?.failures == 0)
  }

  @Test("The wait has an end however many tries there were")
  func longestWait() async throws {
    let ada = try await harness.account()
    for _ in 0..<30 {
      _ = try? await accounts.signIn(email: ada.email, password: Secret("wrong one"))
      harness.clock.advance(by: .seconds(Accounts.longestWait))
    }
    let record = try await harness.accountStore.record(ada.id)
    #expect(record?.failures == 30)
    _ = try await accounts.signIn(email: ada.email, password: password)
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
    harness.clock.advance(by: .seconds(Accounts.codeLength))
    await #expect(throws: AuthError.wrongCode) {
      _ = try await accounts.reset(email: ada.email, code: late, to: password)
    }
  }

  @Test("A code for nobody is sent to nobody, and nothing says so")
  func noCode() async throws {
    #expect(try await accounts.sendCode(to: EmailAddress("bo@example.org")) == nil)
    await #expect(throws: AuthError.wrongCode) {
      _ = try await accounts.reset(
        email: EmailAddress("bo@example.org"), code: Secret("1"), to: password)
    }
  }

  @Test("A session lasts thirty days from the last start, and not a moment longer")
  func sessions() async throws {
    let ada = try await harness.account()
    #expect(try await accounts.resumeSession() == nil)
    _ = try await accounts.beginSession(of: ada)
    harness.clock.advance(by: .seconds(Accounts.sessionLength - 1))
    #expect(try await accounts.resumeSession()?.account == ada)
    harness.clock.advance(by: .seconds(Accounts.sessionLength - 1))
    #expect(try await accounts.resumeSession()?.account == ada, "the time begins anew")
    harness.clock.advance(by: .seconds(Accounts.sessionLength))
    #expect(try await accounts.resumeSession() == nil)
    #expect(try await harness.accountStore.session() == nil)
  }

  @Test("One address makes one account, however many are made at once")
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
