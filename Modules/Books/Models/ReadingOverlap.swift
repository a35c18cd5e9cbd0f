import Services

/// Two readings of a book that overlap: each begins before the other one ends. A reading that begins on the day on
/// which another one ends does not overlap it.
struct ReadingOverlap: Hashable {
  let first: PastReading
  /// Has no finish date if it has not ended.
  let second: PastReading
}

extension LibraryEntry {
  /// Two readings that overlap, or nil. A reading without a start date counts as its last day.
  var readingOverlap: ReadingOverlap? {
    let current = PastReading(started: started, finished: finished)
    let spans = (readings.filter { $0.finished != nil } + [current])
      .compactMap { ReadingSpan($0) }.sorted { ($0.first, $0.last) < ($1.first, $1.last) }
    guard var longest = spans.first else { return nil }
    for span in spans.dropFirst() {
      if span.first < longest.last, longest.first < span.last {
        return ReadingOverlap(first: longest.reading, second: span.reading)
      }
      if span.last > longest.last { longest = span }
    }
    return nil
  }
}

/// The first and the last day of a reading.
private struct ReadingSpan {
  let reading: PastReading
  let first: Int
  let last: Int

  /// Creates the span; nil for a reading without dates.
  init?(_ reading: PastReading) {
    guard let begin = reading.started ?? reading.finished else { return nil }
    self.reading = reading
    last = reading.finished?.daysSince1970 ?? .max
    first = min(begin.daysSince1970, last)
  }
}
