/// How fast a transfer goes, and how long it will take.
package struct TransferPace: Hashable, Sendable {
  /// The part done, from 0 to 1, or nil where the whole is unknown.
  package let fraction: Double?
  /// How many things that a person counts are dealt with in a second, or nil at the beginning.
  package let rate: Int?
  /// The seconds left, or nil where that is unknown.
  package let secondsLeft: Int?

  /// Derives the pace from how far it is after some seconds.
  package init(_ progress: TransferProgress, seconds: Double) {
    let part = progress.total.map { total in
      total > 0 ? min(1, max(0, Double(progress.done) / Double(total))) : 1
    }
    fraction = part
    // What is derived from the first moment is nonsense.
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
