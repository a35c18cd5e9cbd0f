/// The speed and the remaining time of a transfer.
package struct TransferPace: Hashable, Sendable {
  /// The part done, from 0 to 1, or nil if the total is unknown.
  package let fraction: Double?
  /// The processed items per second, or nil at the beginning, and below one.
  package let rate: Int?
  /// The remaining seconds, or nil if unknown.
  package let secondsLeft: Int?

  /// Derives the pace from the newest progress and the first one, some seconds before.
  package init(_ progress: TransferProgress, since first: TransferProgress, seconds: Double) {
    fraction = progress.fraction
    // The first moments give no useful estimate.
    guard seconds >= 1 else {
      (rate, secondsLeft) = (nil, nil)
      return
    }
    let perSecond = Double(progress.count - first.count) / seconds
    rate = perSecond >= 1 ? Int(perSecond) : nil
    secondsLeft = progress.total.flatMap { total in
      let (moved, ahead) = (Double(progress.done - first.done), Double(total - progress.done))
      let left = moved > 0.01 * (moved + ahead) ? max(0, seconds * ahead / moved) : .infinity
      return left < 360_000 ? Int(left.rounded(.up)) : nil
    }
  }
}

/// The newest progress of a transfer, and when its step began. Each step counts in its own unit, and a resumed transfer
/// begins with the progress of an earlier run.
package struct MeasuredProgress: Sendable {
  package let newest: TransferProgress
  private let first: TransferProgress
  private let begun: Double

  /// Creates a value from new progress and the value before it.
  ///
  /// - Parameter seconds: the time, from any moment.
  package init(_ newest: TransferProgress, after earlier: MeasuredProgress?, seconds: Double) {
    self.newest = newest
    if let earlier, earlier.newest.step == newest.step {
      (first, begun) = (earlier.first, earlier.begun)
    } else {
      (first, begun) = (newest, seconds)
    }
  }

  /// The pace at a time, from the same moment.
  package func pace(seconds: Double) -> TransferPace {
    TransferPace(newest, since: first, seconds: seconds - begun)
  }
}

extension TransferProgress {
  /// The part done, from 0 to 1, or nil if the total is unknown.
  package var fraction: Double? {
    total.map { total in total > 0 ? min(1, max(0, Double(done) / Double(total))) : 1 }
  }
}
