import Core

/// Shows a receipt.
final class ReceiptCoordinator: Coordinator<Void> {
  private let receipt: Receipt
  private let membership: CurrentMembership

  init(_ receipt: Receipt, membership: CurrentMembership) {
    self.receipt = receipt
    self.membership = membership
    super.init()
  }

  override func start() {
    push(
      ReceiptScreen(
        ReceiptViewModel(receipt, membership: membership),
        onDone: { [weak self] in self?.finish(()) }))
  }
}
