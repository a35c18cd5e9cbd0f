public import Services

/// A kind of row: makes the identifiers of its rows, and reads the value from an identifier.
///
/// ```swift
/// private static let tripRow = RowKind<Trip.ID>("trip")
///
/// func select(_ row: Row.ID) async {
///   if let trip = Self.tripRow.element(of: row, in: viewModel.trips) { onTrip(trip) }
/// }
/// ```
///
/// `Self.tripRow.id("rome")` is the identifier `trip:rome`.
///
/// The value may be any text; it is not escaped.
public struct RowKind<Value: LosslessStringConvertible>: Sendable {
  private let prefix: String

  /// Creates a kind.
  ///
  /// - Parameter name: unique among the kinds of a screen, and without a colon.
  public init(_ name: String) {
    prefix = name + ":"
  }

  /// Returns the identifier of the row for a value.
  public func id(_ value: Value) -> Row.ID {
    Row.ID(prefix + value.description)
  }

  /// Returns the value of a row, or nil for a row of another kind.
  public func value(of row: Row.ID) -> Value? {
    // By bytes: as Characters, an accent at the beginning of the value combines with the colon.
    let bytes = row.rawValue.utf8
    guard bytes.starts(with: prefix.utf8) else { return nil }
    return Value(String(Substring(bytes.dropFirst(prefix.utf8.count))))
  }

  /// Returns the element of a row, or nil if there is none.
  public func element<Element: Identifiable>(
    of row: Row.ID, in elements: some Sequence<Element>
  ) -> Element? where Element.ID == Value {
    guard let id = value(of: row) else { return nil }
    return elements.first { $0.id == id }
  }
}
