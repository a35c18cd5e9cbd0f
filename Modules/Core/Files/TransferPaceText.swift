extension TransferPace {
  /// The speed in words, as each host shows it; nil without one.
  package var speed: String? { rate.map { "\($0) a second" } }

  /// The remaining time in words, as each host shows it; nil if it is unknown.
  package var timeLeft: String? {
    secondsLeft.map { seconds in
      switch seconds {
      case ..<60: "\(seconds) s left"
      case ..<3600: "\(seconds / 60) min \(seconds % 60) s left"
      default: "\(seconds / 3600) h \(seconds % 3600 / 60) min left"
      }
    }
  }
}
