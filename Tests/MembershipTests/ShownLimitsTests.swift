import Core
import Foundation
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Limits of what a provider's answers show")
@MainActor struct ShownLimitsTests {
  private let world = MemberWorld()

  /// Returns the receipt of a month, counted from the first one.
  private func receipt(_ number: Int, id: Identifier<Receipt>? = nil) -> Receipt {
    let from = Date(timeIntervalSince1970: Double(number) * 30 * 86_400)
    return Receipt(
      id: id ?? Identifier("r-\(number)"), purchase: "p", plan: .monthly, name: "", paid: from,
      from: from, until: from + 30 * 86_400)
  }

  @Test("The page lists the hundred newest receipts")
  func receipts() async throws {
    _ = try await MembershipRecords(world.store, of: .guest).save(
      (0...100).map { receipt($0) }, isCancelled: true, settling: nil)
    await withApp(world.session) { app in
      await app.tap("page")
      let rows = (1...100).reversed().map { number in
        "Monthly, \(MembershipText.day(receipt(number).paid))"
      }
      #expect(app.rows == rows)
    }
  }

  @Test("A receipt is named after its plan and day, and shows at most 60 characters of its number")
  func number() {
    let id = Identifier<Receipt>(String(repeating: "7", count: 61))
    _ = world.session()
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    let screen = ReceiptScreen(
      ReceiptViewModel(receipt(0, id: id), membership: membership), onDone: {})
    #expect(screen.content.title == "Receipt: Monthly, 1970-01-01")
    guard case .text(let text)? = screen.content.sections.first?.body else {
      Issue.record("The receipt has no text.")
      return
    }
    #expect(text.hasSuffix("\n\nNumber " + String(repeating: "7", count: 60)))
  }

  @Test("A message has at most 200 characters of a provider's reason")
  func reason() {
    let error = PaymentError.unavailable(String(repeating: "x", count: 201))
    let shown = "(" + String(repeating: "x", count: 200) + ")"
    #expect(MembershipText.message(error).contains(shown))
    let unreadable = PaymentError.storage(.unavailable(String(repeating: "x", count: 201)))
    #expect(MembershipText.message(unreadable).contains(shown))
    #expect(MembershipText.reason(error).contains(shown))
  }

  @Test("A message about a provider's storage has a remedy, and otherwise the storage's words")
  func storage() {
    for error in [StorageError.full, .damaged("the sandbox's ledger")] {
      #expect(MembershipText.message(.storage(error)) == error.description)
    }
    let unavailable = MembershipText.message(.storage(.unavailable("the disk is away")))
    #expect(unavailable.hasPrefix("The bank's records can't be read or saved"))
    #expect(unavailable.hasSuffix("(the disk is away). Try again later."))
  }
}
