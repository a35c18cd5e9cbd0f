/// Several numbers in one line: `1 4 7`, `1,4,7`, `1-3`.
struct NumberList {
  /// The numbers in the typed order, each once.
  let numbers: [Int]

  /// Whether a line has only digits, spaces, commas and hyphens.
  static func mayBe(_ typed: some StringProtocol) -> Bool {
    typed.utf8.count <= 1000
      && typed.utf8.allSatisfy { 0x30...0x39 ~= $0 || [0x20, 0x2C, 0x2D].contains($0) }
  }

  /// Parses a line that has nothing but numbers from 1 to a limit; nil for other text.
  init?(_ typed: some StringProtocol, upTo limit: Int) {
    guard typed.utf8.count <= 1000 else { return nil }
    var numbers: [Int] = []
    var seen: Set<Int> = []
    let parts = typed.split { $0 == "," || $0.isBlank }
    for part in parts {
      let ends = part.split(separator: "-", omittingEmptySubsequences: false)
        .map { Self.number($0, upTo: limit) }
      guard ends.count <= 2, let first = ends.first ?? nil, let last = ends.last ?? nil,
        first <= last
      else { return nil }
      for number in first...last where seen.insert(number).inserted { numbers.append(number) }
    }
    guard !numbers.isEmpty else { return nil }
    self.numbers = numbers
  }

  private static func number(_ digits: some StringProtocol, upTo limit: Int) -> Int? {
    guard digits.utf8.allSatisfy({ 0x30...0x39 ~= $0 }), let number = Int(digits),
      number >= 1, number <= limit
    else { return nil }
    return number
  }
}
