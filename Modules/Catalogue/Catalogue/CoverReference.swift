/// A cover by its number in a catalogue.
public struct CoverReference: Hashable, Sendable {
  private static let start = "https://covers.openlibrary.org/b/id/"
  private static let end = "-M.jpg?default=false"

  /// The number.
  public let number: Int

  /// Creates a reference.
  public init(_ number: Int) {
    self.number = number
  }

  /// Creates the reference of an address, or nil for the address of something else.
  public init?(address: String) {
    guard address.hasPrefix(Self.start), address.hasSuffix(Self.end) else { return nil }
    let digits = address.dropFirst(Self.start.count).dropLast(Self.end.count)
    guard let number = Int(digits), number > 0, String(number) == digits else { return nil }
    self.number = number
  }

  /// Where the picture is on the network.
  public var address: String { "\(Self.start)\(number)\(Self.end)" }
}
