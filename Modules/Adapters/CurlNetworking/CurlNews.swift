/// The transfers that have something to deliver.
final class CurlNews {
  private var transfers: [CurlTransfer] = []
  /// Empty, but for the time of a delivery.
  private var delivered: [CurlTransfer] = []

  func add(_ transfer: CurlTransfer) {
    if transfer.isNews { return }
    transfer.isNews = true
    transfers.append(transfer)
  }

  /// Delivers it, and calls a closure with each transfer that has ended.
  func deliver(_ onEnd: (CurlTransfer) -> Void) {
    // A transfer that goes on has more at once.
    while !transfers.isEmpty {
      swap(&transfers, &delivered)
      for transfer in delivered where transfer.deliver() { onEnd(transfer) }
      delivered.removeAll(keepingCapacity: true)
    }
  }
}
