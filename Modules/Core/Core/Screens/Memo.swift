/// A value with what it was made from; it is made again only when that is another.
///
/// For the parts of a screen's content that take a while to arrange: content is read at every
/// rendering. Comparing must be cheaper than making, as it is for arrays that have not changed.
///
/// ```swift
/// let rows = rows.value(for: viewModel.trips) { trips in
///   trips.map { Row(Row.ID($0.id.rawValue), title: $0.city) }
/// }
/// ```
public struct Memo<Source: Equatable, Value> {
  @usableFromInline var made: (source: Source, value: Value)?

  /// Creates a memo that holds nothing yet.
  @inlinable public init() {}

  /// The value for this source: the last one, or a new one where the source has changed.
  @inlinable public mutating func value(for source: Source, make: (Source) -> Value) -> Value {
    if let made, made.source == source { return made.value }
    let value = make(source)
    made = (source, value)
    return value
  }
}
