import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("The refusal of a purchase whose plan has changed meanwhile")
@MainActor struct ChangedPlanTests {
  private let world = MemberWorld()
  private let price = Price(minorUnits: 1, currency: "EUR")

  /// Stores an open purchase that the bank does not know, and keeps the launch from finding that out.
  private func leaveOpen(_ plan: Plan) async throws {
    try await OpenPurchase(id: "p", plan: plan, name: "Ada", begun: world.clock.now)
      .store(in: world.store)
    world.payments.failure = .offline
  }

  /// Checks the open purchase, which the bank refuses.
  private func check(_ app: AppDriver) async {
    world.payments.failure = nil
    await app.tap("buy")
    #expect(app.title == "Waiting for the bank" && app.text.contains("€0.01"))
    await app.tap("check")
    #expect(app.notice?.contains("Nothing was charged") == true)
  }

  @Test("After a refusal the plan is offered at today's price, and sold at that")
  func changedPrice() async throws {
    try await leaveOpen(Plan(id: "yearly", period: .year, price: price))
    try await withApp(world.session) { app async throws in
      await check(app)
      #expect(app.title == "Buy the yearly membership" && app.text.contains("€24.00 a year"))
      #expect(app.value(of: "name") == .text("Ada"))
      await app.pay()
      let booked = try await world.booked()
      #expect(booked.map(\.plan) == [.yearly])
    }
  }

  @Test("After the refusal of a plan that is not sold any more, the other plans are offered")
  func formerPlan() async throws {
    try await leaveOpen(Plan(id: "weekly", period: .month, price: price))
    try await withApp(world.session) { app async throws in
      await check(app)
      #expect(app.title == "Become a member")
      await app.choose("Yearly")
      await app.back()
      #expect(app.title == "Become a member" && app.notice == nil, "it was read before")
      await app.choose("Monthly")
      #expect(app.value(of: "name") == .text("Ada"))
      await app.pay()
      await app.tap("done")
      #expect(app.title == "Home" && world.outcomes == ["finished"])
      let booked = try await world.booked()
      #expect(booked.map(\.plan) == [.monthly])
    }
  }
}
