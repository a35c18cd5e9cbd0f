import Core
import Services
@testable import Auth
import TestKit
import Testing

/// What every `MailSender` must do.
struct MailSenderContract: Contract {
  /// The checks of the contract.
  enum Check: String, CaseIterable, Sendable {
    /// A code is sent, or shown: then it is in the text, as a whole.
    case keepsTheCode
    /// Each address gets its own code.
    case keepsApart
    /// A message can be sent to any valid address.
    case takesAnyAddress
  }

  let make: @Sendable () -> any MailSender

  func verify(_ check: Check) async throws {
    let sender = make()
    let ada = try EmailAddress("ada@example.org")
    switch check {
    case .keepsTheCode:
      for code in ["000123", "9F-2", " 1 "] {
        if let shown = try await sender.sendCode(code, to: ada) { #expect(shown.contains(code)) }
      }
    case .keepsApart:
      let bo = try EmailAddress("bo@example.org")
      async let first = sender.sendCode("111", to: ada)
      async let second = sender.sendCode("222", to: bo)
      let (one, two) = try await (first, second)
      #expect(one?.contains("222") != true && two?.contains("111") != true)
    case .takesAnyAddress:
      for text in ["a+b@example.org", "o'brien@example.org", "x@xn--bcher-kva.example"] {
        _ = try await sender.sendCode("111", to: try EmailAddress(text))
      }
    }
  }
}

@Suite("Mail senders") struct MailSenderTests {
  @Test("The sandbox fulfils the contract", arguments: MailSenderContract.Check.allCases)
  func contract(_ check: MailSenderContract.Check) async throws {
    try await MailSenderContract { SandboxMail() }.verify(check)
  }

  @Test("The sandbox shows the code and nothing else")
  func shown() async throws {
    let email = try EmailAddress("ada@example.org")
    #expect(try await SandboxMail().sendCode("4711", to: email) == "4711")
  }
}
