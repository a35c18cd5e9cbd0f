import Core
import Foundation
import Membership
import Services
import Synchronization
import TestKit

/// A sandbox that a test can hold or make fail, and that counts requests.
final class TestPayments: PaymentProvider {
  private struct State {
    var gate: Gate?
    var sendingGate: Gate?
    var restoringGate: Gate?
    var restoredGate: Gate?
    var failure: PaymentError?
    var lateRenewals = false
    var requests: [PurchaseRequest] = []
    var restored = 0
    var renewalChanges = 0
  }

  private let sandbox: SandboxPayments
  private let state = Mutex(State())
  let isSandbox: Bool

  init(_ sandbox: SandboxPayments, isSandbox: Bool = true) {
    self.sandbox = sandbox
    self.isSandbox = isSandbox
  }

  /// The gate after a purchase is booked.
  var gate: Gate? {
    get { state.withLock { $0.gate } }
    set { state.withLock { $0.gate = newValue } }
  }

  /// The gate before a purchase is booked.
  var sendingGate: Gate? {
    get { state.withLock { $0.sendingGate } }
    set { state.withLock { $0.sendingGate = newValue } }
  }

  /// The gate before an owner's purchases are returned.
  var restoringGate: Gate? {
    get { state.withLock { $0.restoringGate } }
    set { state.withLock { $0.restoringGate = newValue } }
  }

  /// The gate after an owner's purchases were read or their renewal was changed, before they are returned.
  var restoredGate: Gate? {
    get { state.withLock { $0.restoredGate } }
    set { state.withLock { $0.restoredGate = newValue } }
  }

  /// The error of every request, before it is booked.
  var failure: PaymentError? {
    get { state.withLock { $0.failure } }
    set { state.withLock { $0.failure = newValue } }
  }

  /// Whether the bank has no receipt of a renewal yet.
  var lateRenewals: Bool {
    get { state.withLock { $0.lateRenewals } }
    set { state.withLock { $0.lateRenewals = newValue } }
  }

  /// The sent purchases, with each attempt.
  var requests: [PurchaseRequest] { state.withLock { $0.requests } }

  /// The number of requests for an owner's purchases.
  var restored: Int { state.withLock { $0.restored } }

  /// The number of requests to cancel or resume renewal.
  var renewalChanges: Int { state.withLock { $0.renewalChanges } }

  func purchase(_ request: PurchaseRequest) async throws(PaymentError) -> PurchaseAnswer {
    state.withLock { $0.requests.append(request) }
    try check()
    await sendingGate?.wait()
    let answer = try await sandbox.purchase(request)
    if let gate {
      await gate.wait()
      if Task.isCancelled, !gate.isStubborn { throw .cancelled }
    }
    return answer
  }

  func status(of purchase: OpenPurchase.ID) async throws(PaymentError) -> PurchaseAnswer {
    try check()
    return try await sandbox.status(of: purchase)
  }

  func purchases(of owner: Owner) async throws(PaymentError) -> Purchases {
    state.withLock { $0.restored += 1 }
    try check()
    await restoringGate?.wait()
    var found = try await sandbox.purchases(of: owner)
    if lateRenewals, let first = found.receipts.min(by: { $0.paid < $1.paid }) {
      found.receipts = [first]
    }
    await restoredGate?.wait()
    return found
  }

  func setRenewal(_ renews: Bool, of owner: Owner) async throws(PaymentError) -> Purchases {
    state.withLock { $0.renewalChanges += 1 }
    try check()
    let found = try await sandbox.setRenewal(renews, of: owner)
    await restoredGate?.wait()
    return found
  }

  func forget(_ owner: Owner) async throws(PaymentError) {
    try check()
    try await sandbox.forget(owner)
  }

  private func check() throws(PaymentError) {
    if let failure { throw failure }
  }
}
