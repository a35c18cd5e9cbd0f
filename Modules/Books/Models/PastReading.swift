import Services

/// An earlier reading of a book, before the current one.
struct PastReading: Codable, Hashable, Sendable {
  /// The start date, if known.
  var started: CalendarDate?
  /// The finish date; nil if only it is known that the book was read.
  var finished: CalendarDate?
}

extension PastReading {
  /// The days by which readings are sorted; a reading without dates is the oldest.
  fileprivate var order: (Int, Int) {
    let end = finished?.daysSince1970 ?? .min
    return (end, started?.daysSince1970 ?? end)
  }
}

extension Collection<PastReading> {
  /// The readings, oldest first.
  var inOrder: [PastReading] { sorted { $0.order < $1.order } }

  /// Returns the readings with those added and without those removed by a change to others, oldest first.
  ///
  /// - Parameters:
  ///   - old: the readings before the change.
  ///   - new: the readings after the change.
  func changed(from old: [PastReading], to new: [PastReading]) -> [PastReading] {
    let (old, new) = (Set(old), Set(new))
    return Set(self).subtracting(old.subtracting(new)).union(new.subtracting(old)).inOrder
  }
}
