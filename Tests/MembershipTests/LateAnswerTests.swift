import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Answers of the bank that arrive after their owner's purchases were erased or moved")
@MainActor struct LateAnswerTests {
  private let world = MemberWorld()

  /// A request without a purchase.
  enum Request: CaseIterable {
    case restore, cancel
  }

  /// Makes an account or the guest a member, and returns the membership with its account data.
  private func member(
    _ account: Identifier<Owner>?
  ) async throws -> (CurrentMembership, MembershipData) {
    _ = world.session()
    if let account { await world.context.currentOwner.signIn(account, expires: nil) }
    let membership = CurrentMembership(
      context: world.context, store: world.store, payments: world.payments)
    _ = try await membership.buy(.yearly, name: "", simulated: .accept)
    let data = MembershipData(
      membership, describe: MembershipText.summary, explain: MembershipText.reason)
    return (membership, data)
  }

  /// Sends a request, whose answer arrives after a change; returns its error, or nil.
  private func send(
    _ request: Request, to membership: CurrentMembership,
    answeredAfter change: () async throws -> Void
  ) async throws -> MembershipProblem? {
    let gate = Gate(isStubborn: true)
    world.payments.restoredGate = gate
    let asking = Task.immediate { () async -> MembershipProblem? in
      do throws(MembershipProblem) {
        switch request {
        case .restore: try await membership.restore()
        case .cancel: try await membership.setRenewal(false)
        }
        return nil
      } catch { return error }
    }
    await gate.arrived()
    // The requests of the change itself are answered at once.
    world.payments.restoredGate = nil
    try await change()
    gate.open()
    return await asking.value
  }

  @Test("A late answer stores nothing for an erased account", arguments: Request.allCases)
  func erased(_ request: Request) async throws {
    let (membership, data) = try await member("ada")
    let problem = try await send(request, to: membership) {
      try await data.erase(.account("ada"))
    }
    #expect(problem == .payment(.cancelled))
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }

  @Test(
    "A late answer stores nothing for a guest whose purchases have moved",
    arguments: Request.allCases)
  func moved(_ request: Request) async throws {
    let (membership, data) = try await member(nil)
    let problem = try await send(request, to: membership) {
      try await data.move(from: .guest, to: .account("ada"))
    }
    #expect(problem == .payment(.cancelled))
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "guest/membership").isEmpty)
    #expect(try await world.stored(.account("ada")).receipts.count == 1)
  }

  @Test("An answer that is being stored while the guest's purchases move is not stored")
  func beingStored() async throws {
    let (membership, data) = try await member(nil)
    let gate = Gate(isStubborn: true)
    world.store.holdWriting(gate)
    let restoring = Task.immediate { _ = try? await membership.restore() }
    await gate.arrived()
    try await data.move(from: .guest, to: .account("ada"))
    gate.open()
    await restoring.value
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "guest/membership").isEmpty)
  }
}
