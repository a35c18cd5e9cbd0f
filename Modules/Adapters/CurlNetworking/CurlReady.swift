/// The transfers that have something to deliver.
final class CurlReady {
  private var transfers: [CurlTransfer] = []
  /// Those that have ended; filled only during a delivery.
  private var delivered: [CurlTransfer] = []
  /// The readers of the transfers that are delivered.
  private var readers: [CheckedContinuation<Void, Never>] = []

  var count: Int { transfers.count }

  func add(_ transfer: CurlTransfer) {
    if transfer.isReady { return }
    transfer.isReady = true
    transfers.append(transfer)
  }

  func add(_ reader: CheckedContinuation<Void, Never>) {
    readers.append(reader)
  }

  /// Delivers all of it, and calls a closure with each transfer that has ended.
  func deliver(_ onEnd: (CurlTransfer) -> Void) {
    // A transfer that goes on has more at once.
    while !transfers.isEmpty {
      swap(&transfers, &delivered)
      delivered.removeAll { !$0.deliver() }
      resumeReaders()
      delivered.forEach(onEnd)
      delivered.removeAll(keepingCapacity: true)
    }
  }

  /// Resumes the readers, several by a task.
  ///
  /// If the loop itself resumed one after another, each would wake a thread that sleeps again before the next one
  /// (`make bench`, 16 at a time).
  private func resumeReaders() {
    if readers.count > 1 {
      Task.detached { [readers] in
        for reader in readers { reader.resume() }
      }
    } else {
      readers.first?.resume()
    }
    readers.removeAll(keepingCapacity: true)
  }
}
