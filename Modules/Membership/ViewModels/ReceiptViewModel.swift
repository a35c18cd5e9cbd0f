import Services

/// A payment, and whether it is stored.
@MainActor final class ReceiptViewModel {
  let receipt: Receipt
  private let membership: CurrentMembership

  init(_ receipt: Receipt, membership: CurrentMembership) {
    self.receipt = receipt
    self.membership = membership
  }

  var isSandbox: Bool { membership.payments.isSandbox }

  /// Why the receipt is not stored, or nil.
  var storageError: StorageError? {
    guard let unsaved = membership.unsaved, unsaved.receipts.contains(receipt) else {
      return nil
    }
    return unsaved.error
  }

  func saveAgain() async {
    await membership.saveAgain()
  }
}
