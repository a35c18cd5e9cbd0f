package import Services

// What screens and hosts say of a pace.
extension TransferPace {
  /// How fast it goes, such as "20 a second", or nil where that is unknown.
  package var speed: String? { rate.map { "\($0) a second" } }

  /// How long it takes, such as "1 min 35 s left", or nil where that is unknown.
  package var timeLeft: String? {
    secondsLeft.map { $0 < 60 ? "\($0) s left" : "\($0 / 60) min \($0 % 60) s left" }
  }
}
