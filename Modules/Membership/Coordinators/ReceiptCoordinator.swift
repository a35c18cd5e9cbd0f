import Core

/// Shows a receipt.
final class ReceiptCoordinator: Coordinator<Void> {
  private let receipt: Receipt
  private let subscriptions: Subscriptions

  init(_ receipt: Receipt, subscriptions: Subscriptions) {
    self.receipt = receipt
    self.subscriptions = subscriptions
    super.init()
  }

  override func start() {
    push(
      ReceiptScreen(
        ReceiptViewModel(receipt, subscriptions: subscriptions),
        onDone: { [weak self] in self?.finish(()) }))
  }
}
