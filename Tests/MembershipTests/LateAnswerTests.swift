import Accounts
import Core
import Services
import TestKit
import Testing

@testable import Membership

@Suite("Answers of the bank that arrive after their owner's purchases were erased")
@MainActor struct LateAnswerTests {
  private let world = MemberWorld()

  /// A request without a purchase.
  enum Request: CaseIterable {
    case restore, cancel
  }

  private let ada = Owner.account("ada")

  /// Makes an account a member, and returns the membership with its account data.
  private func member() async throws -> (CurrentMembership, MembershipData) {
    _ = world.session()
    await world.context.currentOwner.signIn("ada", expires: nil)
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
    let (membership, data) = try await member()
    let problem = try await send(request, to: membership) { try await data.erase(ada) }
    #expect(problem == .payment(.cancelled))
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }

  @Test("An answer from before an erasure has ended the renewal does not say that it goes on")
  func renewalEnded() async throws {
    let (membership, data) = try await member()
    let problem = try await send(.restore, to: membership) {
      try await data.prepare(.erase(ada))
    }
    #expect(problem == .payment(.cancelled))
    #expect(membership.current?.subscription?.isCancelled == true)
    #expect(try await world.stored(ada).subscription?.isCancelled == true)
  }

  @Test(
    "An answer to a request from while an erasure ran stores nothing", arguments: Request.allCases)
  func erasing(_ request: Request) async throws {
    let (membership, data) = try await member()
    try await data.prepare(.erase(ada))
    let problem = try await send(request, to: membership) { try data.erase(ada, in: nil) }
    #expect(problem == .payment(.cancelled))
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }

  @Test(
    "An answer to a request from before the bank has forgotten an erased owner stores nothing",
    arguments: Request.allCases)
  func forgetting(_ request: Request) async throws {
    let (membership, data) = try await member()
    try await data.prepare(.erase(ada))
    try data.erase(ada, in: nil)
    let problem = try await send(request, to: membership) { await data.finish(.erase(ada)) }
    #expect(problem == .payment(.cancelled))
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }

  @Test("An answer that is being stored while its owner is erased is not stored")
  func beingStored() async throws {
    let (membership, data) = try await member()
    let gate = Gate(isStubborn: true)
    world.store.holdWriting(gate)
    let restoring = Task.immediate { _ = try? await membership.restore() }
    await gate.arrived()
    world.store.holdWriting(nil)
    try await data.erase(ada)
    gate.open()
    await restoring.value
    #expect(!membership.isMember)
    #expect(try await world.store.values(withPrefix: "account/ada/membership").isEmpty)
  }
}
