import Core
import Services

// What was bought, and whether it is renewed.
extension CurrentMembership {
  /// Whether the renewal of the current owner's membership is due.
  var isRenewalDue: Bool { current?.subscription?.isOverdue(at: now) ?? false }

  /// Asks the provider for the due renewal, unless a request that is under way brings it.
  func renewIfDue() async {
    guard isRenewalDue else { return }
    let buyer = context.owner.owner
    do throws(MembershipProblem) {
      try await inTurn(of: buyer) { () async throws(MembershipProblem) -> Void in
        if isRenewalDue { _ = try await fetchPurchases(of: buyer) }
      }
    } catch {
      context.logger.log(.warning, "a membership could not be renewed: \(error)")
    }
  }

  /// Asks the provider once whether a cancelled membership has ended there, too: an answer that another window
  /// has stored late may be wrong.
  func confirmEnd() async {
    let buyer = context.owner.owner
    guard let ended = current?.subscription, ended.isCancelled, !ended.isActive(at: now),
      confirmedEnds[buyer] != ended
    else { return }
    do throws(MembershipProblem) {
      try await inTurn(of: buyer) { () async throws(MembershipProblem) -> Void in
        _ = try await fetchPurchases(of: buyer, ifNew: true)
      }
      confirmedEnds[buyer] = ended
    } catch {
      context.logger.log(.warning, "the end of a membership could not be confirmed: \(error)")
    }
  }

  /// Restores all purchases from the provider; returns false if there are none.
  @discardableResult func restore() async throws(MembershipProblem) -> Bool {
    let buyer = context.owner.owner
    return try await inTurn(of: buyer) { () async throws(MembershipProblem) -> Bool in
      try await fetchPurchases(of: buyer)
    }
  }

  /// Asks the provider for all purchases of a buyer and stores them, in a turn that the caller has; returns false if
  /// there are none.
  ///
  /// Throws ``PaymentError/cancelled`` if the buyer's purchases were erased meanwhile.
  ///
  /// - Parameter ifNew: whether nothing is stored if the record of an ended membership has all of it.
  func fetchPurchases(
    of buyer: Owner, ifNew: Bool = false
  ) async throws(MembershipProblem) -> Bool {
    let count = changes.count(of: buyer)
    do throws(PaymentError) {
      let found = try await payments.purchases(of: buyer)
      guard !found.receipts.isEmpty else { return false }
      let isKnown = !found.renews && found.receipts.allSatisfy(record.receipts.contains)
      if ifNew, owner == buyer, isKnown { return true }
      let isKept = await save(
        found.receipts, isCancelled: !found.renews, settling: nil, of: buyer, since: count)
      guard isKept else { throw .cancelled }
      return true
    } catch { throw .payment(error) }
  }

  /// Cancels or resumes renewal; throws ``PaymentError/notFound`` without an active membership, and
  /// ``PaymentError/cancelled`` if the purchases were erased meanwhile.
  func setRenewal(_ renews: Bool) async throws(MembershipProblem) {
    let buyer = context.owner.owner
    try await inTurn(of: buyer) { () async throws(MembershipProblem) -> Void in
      let count = changes.count(of: buyer)
      do throws(PaymentError) {
        let found = try await payments.setRenewal(renews, of: buyer)
        let isKept = await save(
          found.receipts, isCancelled: !found.renews, settling: nil, of: buyer, since: count)
        guard isKept else { throw .cancelled }
        if found.receipts.isEmpty || found.renews != renews { throw .notFound }
      } catch { throw .payment(error) }
    }
  }
}
