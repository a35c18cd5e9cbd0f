import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Buying while another window buys")
@MainActor struct BuyingElsewhereTests {
  private let world = MemberWorld()

  /// Lets another window check the purchases of a session `times` times; the session then reloads.
  private func checkElsewhere(times: Int) async throws {
    let other = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    try await other.load()
    for _ in 0..<times { await other.refresh() }
    _ = await world.feature.feature.reload?()
  }

  @Test("The waiting page shows that another window has got the payment, and leads to the receipt")
  func paidElsewhere() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      await app.pay("late")
      #expect(app.text.contains("The bank has not decided yet."))
      try await checkElsewhere(times: 2)
      #expect(app.title == "The bank has answered")
      #expect(app.text.contains("It is paid."), "\(app.text)")
      #expect(!app.text.contains("not decided"))
      await app.tap("continue")
      #expect(app.title.hasPrefix("Receipt"))
      await app.tap("done")
      #expect(world.outcomes == ["finished"])
      #expect(try await world.booked().count == 1)
    }
  }

  /// Buys the yearly plan in another window; the session then reloads.
  private func buyElsewhere(_ answer: SandboxAnswer) async throws {
    let other = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    _ = try await other.buy(.yearly, name: "", simulated: answer)
    _ = await world.feature.feature.reload?()
  }

  @Test("A checkout says that it was not started, because another window's purchase is open")
  func otherPlanWaits() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout("Monthly")
      try await buyElsewhere(.late)
      await app.pay()
      #expect(app.title == "Waiting for the bank")
      let notice = MembershipText.notBegun(.monthly, open: .yearly)
      #expect(app.notice == notice.text)
      #expect(world.payments.requests.map(\.plan) == [.yearly])
      await app.tap("check")
      #expect(app.notice == "The bank has not decided yet. Check again later.")
    }
  }

  @Test("A checkout of an open purchase's plan leads to that purchase, without a refusal")
  func samePlanWaits() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout("Yearly")
      try await buyElsewhere(.late)
      await app.pay()
      #expect(app.title == "Waiting for the bank" && app.notice == nil)
    }
  }

  @Test("A checkout says that nothing was bought if another window has bought a membership")
  func memberElsewhere() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout("Monthly")
      try await buyElsewhere(.accept)
      await app.pay()
      #expect(app.title == "Home" && world.outcomes == ["finished"])
      let notice = MembershipText.unpaid(isMember: true)
      #expect(app.session.consumeNotices() == [.posted(notice)])
      #expect(try await world.booked().count == 1)
    }
  }

  @Test("The waiting page shows that another window has closed the purchase, and leads to the form")
  func closedElsewhere() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout()
      world.payments.failure = .unavailable("closed")
      await app.pay()
      world.payments.failure = nil
      #expect(app.title == "Waiting for the bank")
      try await checkElsewhere(times: 1)
      #expect(app.title == "The bank has answered")
      #expect(app.text.contains("The purchase was closed. Nothing was charged"), "\(app.text)")
      await app.tap("continue")
      #expect(app.title == "Buy the yearly membership")
    }
  }

  @Test("A closed purchase of a user who has bought elsewhere is not called paid")
  func closedAndBoughtElsewhere() async throws {
    try await withApp(world.session) { app async throws in
      await app.checkout("Monthly")
      world.payments.failure = .unavailable("closed")
      await app.pay()
      world.payments.failure = nil
      try await checkElsewhere(times: 1)
      try await buyElsewhere(.accept)
      #expect(app.title == "The bank has answered")
      #expect(app.text.contains("The purchase was closed. You are a member"), "\(app.text)")
      #expect(!app.text.contains("It is paid"), "\(app.text)")
      await app.tap("continue")
      #expect(app.title == "Home" && world.outcomes == ["finished"])
      #expect(try await world.booked().count == 1)
    }
  }
}
