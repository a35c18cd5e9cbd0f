/// The speed and the remaining time of a transfer.
package struct TransferPace: Hashable, Sendable {
  /// The part done, from 0 to 1, or nil if the total is unknown.
  package let fraction: Double?
  /// The processed items per second, or nil at the beginning.
  package let rate: Int?
  /// The remaining seconds, or nil if unknown.
  package let secondsLeft: Int?

  /// Derives the pace from the progress after some seconds.
  package init(_ progress: TransferProgress, seconds: Double) {
    let part = progress.fraction
    fraction = part
    // The first moments give no useful estimate.
    guard seconds >= 1 else {
      (rate, secondsLeft) = (nil, nil)
      return
    }
    rate = progress.count > 0 ? Int(Double(progress.count) / seconds) : nil
    secondsLeft = part.flatMap { part in
      let left = part > 0.01 ? seconds * (1 - part) / part : .infinity
      return left < 360_000 ? Int(left.rounded(.up)) : nil
    }
  }
}

extension TransferProgress {
  /// The part done, from 0 to 1, or nil if the total is unknown.
  package var fraction: Double? {
    total.map { total in total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1 }
  }
}
