import Services

/// A payment, and whether it is stored.
@MainActor final class ReceiptViewModel {
  let receipt: Receipt
  private let subscriptions: Subscriptions

  init(_ receipt: Receipt, subscriptions: Subscriptions) {
    self.receipt = receipt
    self.subscriptions = subscriptions
  }

  var isSandbox: Bool { subscriptions.payments.isSandbox }

  /// Why the receipt is not stored, or nil.
  var storageError: StorageError? {
    guard let unsaved = subscriptions.unsaved, unsaved.receipts.contains(receipt) else {
      return nil
    }
    return unsaved.error
  }

  func saveAgain() async {
    await subscriptions.saveAgain()
  }
}
