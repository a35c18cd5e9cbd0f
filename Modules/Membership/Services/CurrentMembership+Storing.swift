import Core
import Services

/// A payment that could not be stored.
struct UnsavedPayment: Hashable {
  let owner: Owner
  let receipts: [Receipt]
  let isCancelled: Bool
  let purchase: OpenPurchase?
  let error: StorageError
}

// A payment takes effect at once and is then stored, so that a full disk loses no receipt.
extension CurrentMembership {
  /// Stores a payment, and deletes the purchases that it settles; also for a cancelled caller, who waits for it.
  ///
  /// Until then the purchase stays stored, and can be checked again.
  ///
  /// - Parameter count: the number of changes of the buyer's purchases at the time of the request, or nil for the
  ///   answer to a purchase.
  /// - Returns: false, storing nothing, if the purchases were erased, or this one was settled, meanwhile.
  @discardableResult
  func save(
    _ receipts: [Receipt], isCancelled: Bool, settling purchase: OpenPurchase?, of buyer: Owner,
    since count: Int? = nil
  ) async -> Bool {
    await Task { await keep(receipts, isCancelled, purchase, buyer, count) }.value
  }

  /// Like `save`, but a cancelled task stores nothing, and reports that.
  private func keep(
    _ receipts: [Receipt], _ isCancelled: Bool, _ purchase: OpenPurchase?, _ buyer: Owner,
    _ count: Int?
  ) async -> Bool {
    let isLate: @Sendable () -> Bool = { [changes] in
      count.map { $0 != changes.count(of: buyer) } ?? false
    }
    if isLate() { return false }
    let records = MembershipRecords(store, of: buyer)
    if let purchase {
      do throws(StorageError) {
        // Erased, or settled by another window.
        if try await !records.has(purchase) { return await giveUp(purchase, of: buyer) }
      } catch {
        // Storing it below reports the error.
      }
    }
    if owner == buyer {
      news = nil
      record.add(receipts, isCancelled: isCancelled)
      record.open.removeAll { $0.id == purchase?.id }
    }
    do throws(StorageError) {
      let isSaved = try await write { () async throws(StorageError) in
        try await records.save(
          receipts, isCancelled: isCancelled, settling: purchase, unless: isLate)
      }
      guard isSaved else { return await giveUp(purchase, of: buyer) }
      if unsaved?.owner == buyer { unsaved = nil }
      // The earlier data was unreadable, or another owner is current by now.
      if owner != buyer { await loadOrTell() }
    } catch {
      unsaved = UnsavedPayment(
        owner: buyer, receipts: receipts, isCancelled: isCancelled, purchase: purchase,
        error: error)
      context.logger.log(.error, "a payment could not be stored: \(error)")
    }
    return true
  }

  /// Retries to store a payment.
  func saveAgain() async {
    guard let unsaved else { return }
    _ = await keep(unsaved.receipts, unsaved.isCancelled, unsaved.purchase, unsaved.owner, nil)
  }

  /// Stores the state of an open purchase, after its attempt.
  func save(_ purchase: OpenPurchase, as state: OpenPurchase.State, of buyer: Owner) async {
    var changed = purchase
    changed.state = state
    changed.sent = nil
    note(changed, of: buyer)
    do throws(StorageError) {
      _ = try await write { () async throws(StorageError) in
        try await MembershipRecords(store, of: buyer).update(
          changed, endedAttempt: purchase.sent)
      }
    } catch {
      // The open purchase is stored; its state can be checked again.
      context.logger.log(.warning, "the state of a purchase was not stored: \(error)")
    }
  }

  func note(_ purchase: OpenPurchase, of buyer: Owner) {
    guard owner == buyer else { return }
    record.open = (record.open.filter { $0.id != purchase.id } + [purchase]).oldestFirst
  }

  /// Deletes a purchase that was not paid. If that fails, it is checked again.
  func close(_ purchase: OpenPurchase, of buyer: Owner) async {
    if owner == buyer { record.open.removeAll { $0.id == purchase.id } }
    do throws(StorageError) {
      try await write { () async throws(StorageError) in
        try await MembershipRecords(store, of: buyer).remove(purchase)
      }
    } catch {
      context.logger.log(.warning, "a purchase that was not paid stays open: \(error)")
    }
  }

  /// Deletes a purchase that the provider does not know; returns false if another window may be
  /// sending it. If the storage fails, it is checked again.
  func closeIfUnknown(_ purchase: OpenPurchase, of buyer: Owner) async -> Bool {
    do throws(StorageError) {
      let isRemoved = try await MembershipRecords(store, of: buyer).removeUnknown(
        purchase, at: now, endedAttempt: endedAttempt)
      guard isRemoved else { return false }
    } catch {
      context.logger.log(.warning, "a purchase that was not paid stays open: \(error)")
    }
    if owner == buyer { record.open.removeAll { $0.id == purchase.id } }
    return true
  }

  /// Stores a change that is already made in memory. A record that was read meanwhile may be older, and is read
  /// again.
  private func write<Result>(
    _ change: () async throws(StorageError) -> Result
  ) async throws(StorageError) -> Result {
    let revision = revision
    let result = try await change()
    let isRead = revision != self.revision
    self.revision += 1
    if isRead { await loadOrTell() }
    return result
  }

  /// Applies a payment that is not stored yet to the record, which was just read, unless another window has stored the
  /// payment meanwhile.
  func adopt(_ unsaved: UnsavedPayment) {
    let isStored =
      record.subscription?.isCancelled == unsaved.isCancelled
      && unsaved.receipts.allSatisfy(record.receipts.contains)
    if isStored {
      self.unsaved = nil
    } else {
      record.add(unsaved.receipts, isCancelled: unsaved.isCancelled)
      record.open.removeAll { $0.id == unsaved.purchase?.id }
    }
  }

  /// Reloads the record of a buyer who no longer has a purchase, and stores no payment for it. Returns false.
  private func giveUp(_ purchase: OpenPurchase?, of buyer: Owner) async -> Bool {
    if let unsaved, unsaved.owner == buyer, unsaved.purchase?.id == purchase?.id {
      self.unsaved = nil
    }
    await reload([buyer])
    return false
  }

  /// Reloads the record of an owner who was erased, and stores no payment any more.
  func erased(_ owner: Owner) async {
    if unsaved?.owner == owner { unsaved = nil }
    await reload([owner])
  }

  /// Returns a check of whether the current owner is still the same.
  func ownerCheck() -> @MainActor () -> Bool {
    let (session, current) = (context.owner, context.owner.owner)
    return { session.owner == current }
  }

  /// Whether the current owner's record could not be read.
  var isUnreadable: Bool { unreadableOwner == context.owner.owner }

  /// Reloads records that changed in the store. A payment that is not stored yet stays.
  func reload(_ owners: [Owner]) async {
    guard owners.contains(context.owner.owner) else { return }
    owner = nil
    await loadOrTell()
  }

  /// Loads the current owner's record. An error is logged and shown where the membership is shown.
  /// An earlier record of the owner stays; without one the owner isn't a member until it can be read.
  /// Returns whether it could.
  @discardableResult
  func loadOrTell() async -> Bool {
    let wanted = context.owner.owner
    do throws(StorageError) {
      try await load()
      if case .storage = news { news = nil }
      return true
    } catch {
      guard error != .cancelled else { return false }
      context.logger.log(.error, "the membership was not read: \(error)")
      // The next owner is not told.
      if context.owner.owner == wanted { (news, unreadableOwner) = (.storage(error), wanted) }
      return false
    }
  }
}
