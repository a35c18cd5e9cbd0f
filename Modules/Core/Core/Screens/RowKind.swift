public import Services

/// A kind of row: makes the identifiers of its rows, and reads from one what the row stands for.
///
/// ```swift
/// private static let tripRow = RowKind<Trip.ID>("trip")
///
/// func select(_ row: Row.ID) async {
///   if let trip = Self.tripRow.element(of: row, in: viewModel.trips) { onTrip(trip) }
/// }
/// ```
///
/// A row for the trip `rome` is made with `Self.tripRow.id("rome")`, and identified as `trip:rome`.
///
/// The value may be any text; it is not bounded, escaped or changed.
public struct RowKind<Value: LosslessStringConvertible>: Sendable {
  private let prefix: String

  /// Creates a kind.
  ///
  /// - Parameter name: unique among the kinds of a screen, and without a colon.
  public init(_ name: String) {
    prefix = name + ":"
  }

  /// The identifier of the row that stands for a value.
  public func id(_ value: Value) -> Row.ID {
    Row.ID(prefix + value.description)
  }

  /// The value that a row stands for, or nil for a row of another kind.
  public func value(of row: Row.ID) -> Value? {
    // By bytes: an accent at the beginning of a value would melt into the colon.
    let bytes = row.rawValue.utf8
    guard bytes.starts(with: prefix.utf8) else { return nil }
    return Value(String(Substring(bytes.dropFirst(prefix.utf8.count))))
  }

  /// The element that a row stands for, or nil when there is none.
  public func element<Element: Identifiable>(
    of row: Row.ID, in elements: some Sequence<Element>
  ) -> Element? where Element.ID == Value {
    guard let id = value(of: row) else { return nil }
    return elements.first { $0.id == id }
  }
}
