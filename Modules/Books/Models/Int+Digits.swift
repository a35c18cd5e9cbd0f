extension Int {
  /// Reads a number of the digits 0 to 9; nil for another text, and for one with more digits.
  init?(digits text: some StringProtocol, upTo maximumCount: Int) {
    guard text.utf8.count <= maximumCount, text.utf8.allSatisfy({ (48...57) ~= $0 }) else {
      return nil
    }
    self.init(text, radix: 10)
  }
}
