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

// What is true is known at once, and then stored: a receipt is never lost to a full disk.
extension Subscriptions {
  /// Keeps what was paid, and strikes out the purchase that it settles.
  ///
  /// Until all of it is stored, the purchase is, too, and the provider can be asked for it again.
  func keep(
    _ receipts: [Receipt], isCancelled: Bool, settling purchase: OpenPurchase?, of buyer: Owner
  ) async {
    let records = SubscriptionRecords(store, of: buyer)
    if let purchase {
      do throws(StorageError) {
        // Erased or given away in the meantime: whoever has it now settles it.
        if try await !records.has(purchase) { return await reload([buyer]) }
      } catch {
        // Keeping it says below what is the matter.
      }
    }
    if owner == buyer {
      news = nil
      record.add(receipts, isCancelled: isCancelled)
      record.open.removeAll { $0.id == purchase?.id }
    }
    do throws(StorageError) {
      let isKept = try await records.keep(receipts, isCancelled: isCancelled, settling: purchase)
      guard isKept else { return await reload([buyer]) }
      if unsaved?.owner == buyer { unsaved = nil }
      // What was there before could not be read, and now it can.
      if owner != buyer { try await load() }
    } catch {
      unsaved = UnsavedPayment(
        owner: buyer, receipts: receipts, isCancelled: isCancelled, purchase: purchase,
        error: error)
      context.logger.log(.error, "a payment could not be stored: \(error)")
    }
  }

  /// Notes what is known of an open purchase.
  func keep(_ purchase: OpenPurchase, as state: OpenPurchase.State, of buyer: Owner) async {
    var changed = purchase
    changed.state = state
    note(changed, of: buyer)
    do throws(StorageError) {
      try await SubscriptionRecords(store, of: buyer).update(changed)
    } catch {
      // That it is open is stored; that it is pending can be asked for again.
      context.logger.log(.warning, "the state of a purchase was not stored: \(error)")
    }
  }

  func note(_ purchase: OpenPurchase, of buyer: Owner) {
    guard owner == buyer else { return }
    record.open = (record.open.filter { $0.id != purchase.id } + [purchase]).oldestFirst
  }

  /// Strikes out a purchase that was not paid. One that stays in the store is asked for again.
  func forget(_ purchase: OpenPurchase, of buyer: Owner) async {
    if owner == buyer { record.open.removeAll { $0.id == purchase.id } }
    do throws(StorageError) {
      try await SubscriptionRecords(store, of: buyer).remove(purchase)
    } catch {
      context.logger.log(.warning, "a purchase that was not paid stays open: \(error)")
    }
  }

  func adopt(_ unsaved: UnsavedPayment) {
    record.add(unsaved.receipts, isCancelled: unsaved.isCancelled)
    record.open.removeAll { $0.id == unsaved.purchase?.id }
  }

  /// Reads again what something else has changed in the store.
  func reload(_ owners: [Owner]) async {
    if let unsaved, owners.contains(unsaved.owner) { self.unsaved = nil }
    guard owners.contains(context.owner.owner) else { return }
    owner = nil
    await loadOrTell()
  }

  /// Reads what is stored of the one who uses the app. What goes wrong is logged and, where the
  /// membership is shown, said: until it can be read nobody is a member.
  func loadOrTell() async {
    do throws(StorageError) {
      try await load()
      if case .storage = news { news = nil }
    } catch {
      guard error != .cancelled else { return }
      news = .storage(error)
      context.logger.log(.error, "the membership was not read: \(error)")
    }
  }
}
